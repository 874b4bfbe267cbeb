"""Tests that drive a real Chromium. (A package, so that the browser is closed before other tests
begin.)"""
