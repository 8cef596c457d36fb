"""The database: its schema, the store, migrations, and games read from their logs."""
