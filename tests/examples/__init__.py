"""Tests of the examples runner."""
