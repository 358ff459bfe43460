"""The ASGI application: pages over HTTP, tables over WebSocket. Any ASGI server can run it."""

import os

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config.handler import Handler  # noqa: E402 (needs the apps loaded)
from config.origins import SameOrigin  # noqa: E402 (likewise)
from games.runtime.worker import ensure_worker  # noqa: E402 (likewise)
from games.web.routing import websocket_urlpatterns  # noqa: E402 (likewise)

http_application = Handler()

application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)

# Figures requested by `make setup` are computed although nobody looks at them yet.
ensure_worker()
