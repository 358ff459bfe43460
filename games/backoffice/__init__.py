"""What the staff sees and does of tables and rounds: the dashboard, holds, voids, settings."""
