from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_members_apart"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="empty_since",
            field=models.DateTimeField(
                blank=True,
                editable=False,
                help_text="Since when nobody sits at a host's table.",
                null=True,
            ),
        ),
    ]
