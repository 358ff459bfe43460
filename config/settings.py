"""Every setting of the site, read from the environment (or a `.env` file beside manage.py).

`.env.example` lists the variables. Nothing needs to be set to run on one machine:
`make setup` writes a secret key under `var/`, where the database and collected files live too.
"""

import socket
from typing import Any

import django_stubs_ext
import environ
from django.core.exceptions import ImproperlyConfigured
from django.templatetags.static import static
from redis.backoff import NoBackoff
from redis.retry import Retry

from config import BASE_DIR, VAR_DIR, pooling

django_stubs_ext.monkeypatch()  # lets generic classes take parameters: ModelAdmin[User]

env = environ.Env()
if (BASE_DIR / ".env").exists():
    env.read_env(BASE_DIR / ".env")


def _secret_key() -> str:
    """The secret key from SECRET_KEY, else from the file that `make setup` writes."""
    if key := env.str("SECRET_KEY", default=""):
        return str(key)
    try:
        return (VAR_DIR / "secret_key").read_text().strip()
    except FileNotFoundError:
        raise ImproperlyConfigured(
            f"No secret key: set SECRET_KEY, or run `make setup` to write {VAR_DIR}/secret_key."
        ) from None


SECRET_KEY = _secret_key()
DEBUG: bool = env.bool("DEBUG", default=False)

# HOST is where `make play` listens; a name is needed before others can reach the site by another
# one.
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]", socket.gethostname()]
ALLOWED_HOSTS: list[str] = env.list(
    "ALLOWED_HOSTS", default=[*LOCAL_HOSTS, env.str("HOST", default="localhost")]
)
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# HTTPS says that a proxy in front speaks TLS and sets X-Forwarded-Proto itself.
HTTPS: bool = env.bool("HTTPS", default=False)
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS: int = env.int("HSTS_SECONDS", default=31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health$", r"^healthz$"]
SESSION_ENGINE = "accounts.session_store"
SESSION_COOKIE_SECURE = HTTPS
# With this prefix browsers accept the cookie only from the site itself, not from a sibling host.
SESSION_COOKIE_NAME = "__Host-sessionid" if HTTPS else "sessionid"
CSRF_COOKIE_SECURE = HTTPS

INSTALLED_APPS = [
    "daphne",  # first: its runserver speaks WebSocket
    "channels",
    "unfold",  # before the admin, whose templates it replaces
    "unfold.contrib.filters",
    "unfold.contrib.forms",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "template_partials.apps.SimpleAppConfig",  # the plain config rewrites TEMPLATES
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "accounts",
    "games",
    "games.backoffice.roles",  # last: it grants the permissions of all apps before it
]

MIDDLEWARE = [
    "config.errors.Readable",
    "django.middleware.security.SecurityMiddleware",
    "config.csp.PolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.caching.NothingKept",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.GuestMiddleware",
    "accounts.middleware.SecondFactorFirst",
    "config.addresses.SignPosts",  # last: its page shows the user that the others have identified
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.purse",
                "accounts.look.look",
                "accounts.look.notices",
                "games.web.context_processors.play",
                "accounts.context_processors.mail",
            ],
            "builtins": ["template_partials.templatetags.partials"],
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [
                        (
                            "django.template.loaders.cached.Loader",
                            [
                                "games.web.game_files.TemplateLoader",
                                "django.template.loaders.app_directories.Loader",
                            ],
                        )
                    ],
                )
            ],
        },
    }
]

# Without IMMEDIATE and WAL, two writers on SQLite fail with "database is locked".
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA cache_size=-20000;"
        "PRAGMA mmap_size=134217728;PRAGMA temp_store=MEMORY;"
    ),
}
POSTGRESQL_OPTIONS = {
    "pool": {
        "min_size": 1,
        "max_size": 16,
        # A process has fewer threads than that: one waits only if the server is away, and no longer
        # than a person would before trying again.
        "timeout": 2.5,
        "reconnect_timeout": pooling.SECONDS,
        "reconnect_failed": pooling.begin_anew,
    },
    "server_side_binding": True,
    "prepare_threshold": 5,
}


def _database() -> dict[str, Any]:
    """The database of DATABASE_URL (PostgreSQL or SQLite), by default a file under var/."""
    database = env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'cardroom.sqlite3'}")
    sqlite = database["ENGINE"] == "django.db.backends.sqlite3"
    own_options = SQLITE_OPTIONS if sqlite else POSTGRESQL_OPTIONS
    return {
        **database,
        # Opening SQLite's file costs as much as several answers; PostgreSQL's pool keeps its own.
        "CONN_MAX_AGE": None if sqlite else 0,
        # A pooled connection whose server was restarted is replaced before it is used.
        "CONN_HEALTH_CHECKS": not sqlite,
        "OPTIONS": {**own_options, **database.get("OPTIONS", {})},
    }


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


def _channel_layer() -> dict[str, Any]:
    """Redis if REDIS_URL is set (any number of processes), else memory (one process)."""
    if not (url := env.str("REDIS_URL", default="")):
        return {"BACKEND": "config.layers.MemoryLayer"}
    return {
        "BACKEND": "config.redis_layer.RedisLayer",
        # Redis does not separate channels by database: two sites on one Redis need two prefixes.
        "CONFIG": {"url": url, "prefix": env.str("REDIS_PREFIX", default="cardroom")},
    }


CHANNEL_LAYERS = {"default": _channel_layer()}

# Exact odds are computed in a separate process: started by the site when a page waits for them, or,
# with this off, by `manage.py compute_odds --watch` as a service.
ODDS_WORKER: bool = env.bool("ODDS_WORKER", default=True)
# Whether this process takes its turn to sweep the tables (games/sweeping.py).
SWEEPS: bool = env.bool("SWEEPS", default=True)
# Whether bots keep a table of each game going while somebody watches (games/tables/company.py).
LOBBY_BOTS: bool = env.bool("LOBBY_BOTS", default=True)


def _cache() -> dict[str, Any]:
    """Where the rate limits are counted: Redis if REDIS_URL is set, else the memory of one
    process."""
    if not (url := env.str("REDIS_URL", default="")):
        # By default 300 entries are kept: a crowd of visitors would push out everyone's counters.
        memory = "django.core.cache.backends.locmem.LocMemCache"
        return {"BACKEND": memory, "OPTIONS": {"MAX_ENTRIES": 200_000}}
    return {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": url,
        # Without these a request would try a missing Redis four times, with growing pauses.
        "OPTIONS": {
            "retry": Retry(NoBackoff(), 0),
            "socket_connect_timeout": 1,
            "socket_timeout": 1,
        },
        "KEY_PREFIX": env.str("REDIS_PREFIX", default="cardroom"),
    }


CACHES = {"default": _cache()}

# Without EMAIL_URL (smtp://, see django-environ) the site neither sends mail nor offers to.
EMAIL_URL: str = env.str("EMAIL_URL", default="")
vars().update(env.email_url_config(EMAIL_URL or "dummymail://"))
SENDS_MAIL = bool(EMAIL_URL)
DEFAULT_FROM_EMAIL: str = env.str("EMAIL_FROM", default="cardroom@localhost")

# What the footer of every page says about age, and where people find help.
AGE_NOTICE: str = env.str("AGE_NOTICE", default="18+")
HELP_LINE: str = env.str(
    "HELP_LINE",
    default="When play stops being fun, talk to somebody you trust, or to a help line near you.",
)

# Who runs the card room, as its game sheets name them; an empty one is a line to fill in by hand.
LICENSEE: str = env.str("LICENSEE", default="")
LICENCE: str = env.str("LICENCE", default="")
PREMISES: str = env.str("PREMISES", default="")

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.SameTimeBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# Names, passwords and optional addresses: allauth handles them, `accounts` configures it.
ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_FORMS = {"signup": "accounts.forms.SignupForm"}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*", "email"]
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.VALIDATORS"
ACCOUNT_EMAIL_VERIFICATION = "optional" if SENDS_MAIL else "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_PREVENT_ENUMERATION = "strict"  # nobody who signs up learns which addresses are known
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Cardroom: "
ACCOUNT_MAX_EMAIL_ADDRESSES = 2  # the one in use, and the next one until it is verified
ACCOUNT_SESSION_REMEMBER = True
# Adding an address or a second factor asks for the password again; guests, who have none, cannot.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ("password", "mfa")
# `guest` is the site's own: new guests from one address, which many people may share. 0: no limit.
GUESTS_PER_MINUTE: int = env.int("GUESTS_PER_MINUTE", default=60)
# A class or a card room signs up and logs in behind one address within a minute: an address is
# limited by its failures, a name by failures from one address (accounts.adapter), so that nobody
# can lock an owner out from elsewhere.
ACCOUNT_RATE_LIMITS = {
    "signup": "120/m/ip",
    "login": "120/m/ip",
    "login_failed": "20/m/ip,5/5m/key",
    "guest": f"{GUESTS_PER_MINUTE}/m/ip" if GUESTS_PER_MINUTE else None,
    "export": "5/m/user",
    "rounds": "5/m/user",  # downloads of the history
    "log_in_refused": "10/m/ip",  # lines in the audit log
}
# How many proxies in front add to X-Forwarded-For. If this is too high, anyone could fake an
# address for the rate limits; with 0 the header is not read.
ALLAUTH_TRUSTED_PROXY_COUNT: int = env.int("TRUSTED_PROXIES", default=0)

MFA_ADAPTER = "accounts.adapter.SecondFactorAdapter"
MFA_FORMS = {"add_webauthn": "accounts.forms.AddPasskeyForm"}
# Whether staff need a second factor: on, off, or auto (accounts/second_factor.py).
STAFF_SECOND_FACTOR: str = env.str("STAFF_SECOND_FACTOR", default="auto")
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Cardroom"
MFA_TOTP_TOLERANCE = 1
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an address is never needed, nor verified without mail
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers allow it only at localhost

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Bounds for submitted paytables that no reason overrides: the least edge in percent at any stake,
# and the most cents that a table's largest wager may win.
PAYTABLE_LEAST_EDGE: float = env.float("PAYTABLE_LEAST_EDGE", default=-2.5)
PAYTABLE_MOST_PAYOUT: int = 100 * env.int("PAYTABLE_MOST_PAYOUT", default=500_000)

# Players upload nothing; the longest form is an administrator's.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
FORMAT_MODULE_PATH = "config.formats"  # times name their zone wherever they are shown

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Files with fixed addresses: robots.txt, favicon.ico, a phone's icons.
WHITENOISE_ROOT = BASE_DIR / "root"
WHITENOISE_ALLOW_ALL_ORIGINS = False  # other sites' pages have no use for these files
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "games.web.game_files.StaticFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.storage.ModuleStorage"},
}

# Nothing inline, nothing from elsewhere; 'self' covers the page's own WebSocket as well.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"

# The admin in the house's colours; see config/csp.py for what its theme needs.
UNFOLD = {
    "SITE_TITLE": "Cardroom administration",
    "SITE_HEADER": "Cardroom",
    "SITE_SUBHEADER": "Administration",
    "SITE_SYMBOL": "playing_cards",
    "SITE_URL": "/",
    "SITE_FAVICONS": [
        {
            "rel": "icon",
            "type": "image/svg+xml",
            "href": lambda request: static("art/favicon.svg"),
        }
    ],
    "SHOW_HISTORY": True,
    "SHOW_VIEW_ON_SITE": False,
    "BORDER_RADIUS": "6px",
    "STYLES": [lambda request: static("css/admin.css")],
    "SIDEBAR": {
        "show_search": False,
        "show_all_applications": False,
        "navigation": "games.admin.work.sidebar",
    },
    "DASHBOARD_CALLBACK": "games.admin.work.first_page",
    "COLORS": {
        "base": {
            "50": "#f3f4ef", "100": "#eaece5", "200": "#dcdfd5", "300": "#b4bab0",
            "400": "#8a948c", "500": "#616c64", "600": "#4f5b54", "700": "#3a443e",
            "800": "#2b332e", "900": "#171c19", "950": "#101412",
        },
        "primary": {
            "50": "#eef6f1", "100": "#d5eae0", "200": "#abd5c2", "300": "#79bb9f",
            "400": "#4fae86", "500": "#35966f", "600": "#14624a", "700": "#0e4a38",
            "800": "#0b3b2d", "900": "#082c22", "950": "#051b15",
        },
    },
}  # fmt: skip

# An error report must not show a function's variables: they may include a card that nobody may see
# yet.
DEFAULT_EXCEPTION_REPORTER_FILTER = "config.errors.NoVariablesFilter"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {
        "requests": {"()": "config.errors.OneLineForBadRequests"},
        "outages": {"()": "config.pooling.OutageInTwoLines"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["requests", "outages"],
        }
    },
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="INFO")},
    # Django's own handlers would print every line twice and mail error reports.
    "loggers": {"django": {"handlers": [], "propagate": True}},
}
