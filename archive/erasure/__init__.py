"""Permanent erasure: its targets, the captures that contain them, and traces left in files."""
