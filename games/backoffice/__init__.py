"""What the staff do: paytables, tables, voids, holds, the dashboard, sheets and roles."""
