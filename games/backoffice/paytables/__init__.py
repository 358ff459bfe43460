"""Paytable versions: their text and figures, drafts, and the steps to an active one."""
