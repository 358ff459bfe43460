"""The site's settings for a run: the usual ones, except that static files keep their plain names.

Collecting and compressing them takes longer than a short run, and no client here loads any.
"""

from config.settings import *  # noqa: F403
from config.settings import STORAGES

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
