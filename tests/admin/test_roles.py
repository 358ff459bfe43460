"""The roles of the staff: there after every `migrate`, and what they may and may not do."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command

from games.backoffice import roles
from tests.admin.staff import member

pytestmark = pytest.mark.django_db


def test_the_roles_are_there() -> None:
    assert set(Group.objects.values_list("name", flat=True)) == {
        "maker", "checker", "floor", "auditor", "trainer",
    }  # fmt: skip


def test_a_maker_drafts_and_does_not_approve() -> None:
    maker = member("maker")
    assert maker.has_perms(["games.view_paytableversion"])
    assert not maker.has_perm("accounts.view_user")


def test_an_auditor_reads_everything_and_changes_nothing() -> None:
    may = member("auditor").get_all_permissions()
    views = Permission.objects.filter(
        codename__startswith="view_", content_type__app_label__in=["accounts", "games", "auth"]
    )
    assert {f"{p.content_type.app_label}.{p.codename}" for p in views} == may


def test_a_trainer_sees_what_was_dealt_in_the_school_and_nothing_else() -> None:
    assert member("trainer").get_all_permissions() == {"games.view_schoolrun"}


def test_staff_without_a_role_may_do_nothing() -> None:
    assert member("staff").get_all_permissions() == set()


def test_migrating_again_restores_a_role() -> None:
    Group.objects.get(name=roles.AUDITOR).permissions.clear()
    Group.objects.get(name=roles.FLOOR).delete()
    call_command("migrate", verbosity=0)
    assert Group.objects.get(name=roles.FLOOR).permissions.exists()
    assert Group.objects.get(name=roles.AUDITOR).permissions.exists()
