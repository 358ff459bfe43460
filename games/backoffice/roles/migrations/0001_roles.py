"""The roles of the staff, as groups."""

from typing import Any

from django.db import migrations

ROLES = ("maker", "checker", "floor", "auditor")


def make(apps: Any, schema_editor: Any) -> None:
    groups = apps.get_model("auth", "Group").objects
    for role in ROLES:
        groups.get_or_create(name=role)


class Migration(migrations.Migration):
    dependencies = [("auth", "0012_alter_user_first_name_max_length")]

    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
