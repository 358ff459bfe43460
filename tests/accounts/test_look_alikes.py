"""Names that read alike, and passwords that only a keyboard tells apart."""

import unicodedata

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client

from accounts.models import AuditEntry, User
from tests.accounts.people import member, sign_in, sign_up, words
from tests.admin.staff import filled

pytestmark = pytest.mark.django_db

COMPOSED = "drei grüne Äpfel"
DECOMPOSED = unicodedata.normalize("NFD", COMPOSED)


@pytest.mark.report("sign up as `Limes11`, elsewhere as `Iimes11`")
@pytest.mark.parametrize(
    ("had", "wanted"), [("Limes11", "Iimes11"), ("Otto", "0tt0"), ("Al", "A1")]
)
def test_a_name_that_reads_like_somebodys_is_taken(client: Client, had: str, wanted: str) -> None:
    member(had)
    assert "That name is taken" in words(sign_up(client, wanted))
    assert User.objects.count() == 1


def test_staff_give_nobody_a_name_that_reads_like_anothers(client: Client) -> None:
    member("Limes11")
    other, old = member("Berta", is_staff=True), member("Iimes11", is_staff=True)
    client.force_login(User.objects.create_superuser("boss"))
    for user, name, status in ((other, "Limesl1", 200), (old, "Iimes11", 302)):
        path = f"/admin/accounts/staffmember/{user.pk}/change/"
        answer = client.post(path, filled(client, path) | {"username": name})
        assert answer.status_code == status
    other.refresh_from_db()
    assert other.username == "Berta"


@pytest.mark.report("set the password in composed Unicode (NFC), sign in with the decomposed form")
@pytest.mark.parametrize(("kept", "typed"), [(COMPOSED, DECOMPOSED), (DECOMPOSED, COMPOSED)])
def test_a_password_is_the_same_however_its_letters_are_composed(kept: str, typed: str) -> None:
    user = member()
    user.set_password(kept)
    user.save()
    assert sign_in(Client(), password=typed).status_code == 302


@pytest.mark.report("set the password in composed Unicode (NFC), sign in with the decomposed form")
@pytest.mark.parametrize("kept", [COMPOSED, DECOMPOSED])
def test_a_password_of_before_stays_valid(kept: str) -> None:
    user = member()
    user.password = make_password(kept)
    user.save()
    assert sign_in(Client(), password=kept).status_code == 302


def test_the_audit_log_names_a_password_that_a_superuser_has_set(client: Client) -> None:
    user = member()
    client.force_login(User.objects.create_superuser("boss"))
    form = {
        "new_password1": "three red chips",
        "new_password2": "three red chips",
    }
    assert client.post(f"/admin/accounts/user/{user.pk}/password/", form).status_code == 302
    entry = AuditEntry.objects.get(target_id=str(user.pk), target_type="accounts.user")
    assert (entry.actor_name, entry.act) == ("boss", "password set by staff")
