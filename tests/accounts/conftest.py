"""What the tests of accounts share: limits that no other test has used up, and people."""

import uuid

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def fresh_limits(settings: Settings) -> None:
    """The rate limits count from nothing, in the cache of the backend that runs."""
    default = settings.CACHES["default"]
    settings.CACHES = {"default": {**default, "KEY_PREFIX": f"test-{uuid.uuid4().hex}"}}
