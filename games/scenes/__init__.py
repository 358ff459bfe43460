"""A table as one viewer sees it: the scene. Pages, sockets and programs all get it from here."""

from games.scenes.scene import Scene, scene, scene_of, view_for

__all__ = ["Scene", "scene", "scene_of", "view_for"]
