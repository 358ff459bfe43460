"""The site that a run is played at: the usual one, with a meter."""

from bench.meter import metered
from config.asgi import application as site

application = metered(site)
