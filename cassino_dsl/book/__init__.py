"""What people read: rulebooks, the reasons of `why`, pages."""
