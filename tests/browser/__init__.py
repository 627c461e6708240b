"""The playground in a real Chromium: what a user does, and what the page then shows."""
