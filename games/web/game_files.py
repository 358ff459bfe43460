"""The templates and static files in the folders of the games."""

from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import FileSystemStorage

from games.registry import KITS
from games.web import compact


def _folders(name: str) -> list[Path]:
    """The games' folders of this name."""
    return [path for kit in KITS.values() if (path := kit.folder / name).is_dir()]


class TemplateLoader(compact.Loader):
    """Finds the site's own templates, and ``games/<game>/templates``."""

    def get_dirs(self) -> list[str | Path]:
        """The template folders of the site and of the games."""
        return [*super().get_dirs(), *_folders("templates")]


class StaticFinder(FileSystemFinder):
    """Finds ``games/<game>/static``."""

    def __init__(self, app_names: Any = None, *args: Any, **kwargs: Any) -> None:
        self.locations = [("", str(path)) for path in _folders("static")]
        self.storages = {path: FileSystemStorage(location=path) for _, path in self.locations}

    def check(self, **kwargs: Any) -> list[Any]:
        """There is no setting that could be wrong."""
        return []
