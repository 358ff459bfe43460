"""Builds the library: of the package `games`, the modules that need no site (pyproject.toml names
the folders)."""

from setuptools import setup  # type: ignore[import-untyped]  # it has no types
from setuptools.command.build_py import build_py  # type: ignore[import-untyped]

MODULES = {"__init__", "api", "kit", "printed_paytables", "registry"}


class Library(build_py):  # type: ignore[misc]  # for the same reason
    """Leaves out the site's own modules beside the library's."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """Package, name and file of each module of a package."""
        found: list[tuple[str, str, str]] = super().find_package_modules(package, package_dir)
        return [one for one in found if package != "games" or one[1] in MODULES]


setup(cmdclass={"build_py": Library})
