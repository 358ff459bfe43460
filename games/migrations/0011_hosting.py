from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_profiles_succeed"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="barred",
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
        migrations.AddField(
            model_name="table",
            name="host_paused",
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
