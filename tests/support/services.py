"""PostgreSQL and Redis for the tests: where they are, and whether they answer."""

import os
from urllib.parse import urlsplit

import psycopg
import redis

DATABASE_URL = os.environ.get("TEST_DATABASE_URL", "postgres://postgres@localhost:5432/postgres")
REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://localhost:6379/0")
SECONDS_TO_ANSWER = 5


def silent() -> list[str]:
    """One sentence for each of the two that does not answer."""
    return [*_silent_postgresql(), *_silent_redis()]


def _silent_postgresql() -> list[str]:
    try:
        psycopg.connect(DATABASE_URL, connect_timeout=SECONDS_TO_ANSWER).close()
    except psycopg.Error as error:
        return [_sentence("PostgreSQL", DATABASE_URL, "TEST_DATABASE_URL", error)]
    return []


def _silent_redis() -> list[str]:
    try:
        with redis.Redis.from_url(REDIS_URL, socket_timeout=SECONDS_TO_ANSWER) as client:
            client.ping()
    except (redis.RedisError, ValueError) as error:
        return [_sentence("Redis", REDIS_URL, "TEST_REDIS_URL", error)]
    return []


def _sentence(name: str, url: str, variable: str, error: Exception) -> str:
    """Names the service without the password that its address may hold."""
    parts = urlsplit(url)
    reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return (
        f"{name} does not answer at {parts.hostname}:{parts.port or 'its usual port'} ({reason}): "
        f"start it, or name another in {variable}."
    )
