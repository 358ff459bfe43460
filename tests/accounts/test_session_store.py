"""The site's own way to its sessions: what is kept, and until when."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.session_store import SessionStore, kept

pytestmark = pytest.mark.django_db


def saved() -> str:
    store = SessionStore()
    store["chair"] = 3
    store.save()
    return str(store.session_key)


def expire(key: str) -> None:
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=1))


def test_a_session_holds_what_was_put_into_it() -> None:
    key = saved()
    assert dict(SessionStore(key).items()) == {"chair": 3}
    assert kept(key) is not None


@pytest.mark.parametrize("end", [expire, lambda key: SessionStore(key).flush()])
def test_one_that_has_ended_holds_nothing(end: object) -> None:
    key = saved()
    assert callable(end)
    end(key)
    assert dict(SessionStore(key).items()) == {}
    assert kept(key) is None
    assert kept(None) is None


def test_a_key_that_a_visitor_made_up_is_never_used() -> None:
    store = SessionStore("made-up-by-somebody-with-32-chars")
    store["chair"] = 3
    store.save()
    assert store.session_key != "made-up-by-somebody-with-32-chars"
    assert kept("made-up-by-somebody-with-32-chars") is None
