from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Exists, F, OuterRef, Sum


def show(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Raises were secret before there was a column that says so; those of rounds that are being
    played are to stay it."""
    transfers = apps.get_model("accounts", "Transfer").objects
    accounts = apps.get_model("accounts", "Account").objects
    entries = apps.get_model("accounts", "Entry").objects
    transfers.filter(reason="Raise").update(secret=True)
    accounts.update(shown=F("balance"))
    ends = transfers.filter(ref=OuterRef("transfer__ref"), key__endswith="/end")
    kept = entries.filter(transfer__secret=True).exclude(Exists(ends)).values("account")
    for account, cents in kept.annotate(cents=Sum("amount")).values_list("account", "cents"):
        accounts.filter(pk=account).update(shown=F("balance") - cents)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="account",
            name="shown",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="transfer",
            name="secret",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(show, migrations.RunPython.noop),
    ]
