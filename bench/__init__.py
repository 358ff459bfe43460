"""Measurements, run by `make bench`; docs/performance.md says what each key means."""
