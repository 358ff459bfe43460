"""A test that commits leaves the next one an empty database, with the keys that the site keeps."""

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command

from accounts.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def keys() -> dict[int, str]:
    """What Django's list of models has under each key."""
    return {row.pk: row.model for row in ContentType.objects.all()}


def test_emptying_takes_what_was_written_and_leaves_the_keys_of_the_models() -> None:
    before = keys()
    assert before
    User.objects.create_user("left over")
    call_command("flush", interactive=False, verbosity=0, inhibit_post_migrate=False)
    assert not User.objects.exists()
    assert keys() == before
