"""Paytable versions: their files and figures, drafts, and the workflow to an active one."""
