"""The native engine: a plan printed as C on top of a small hand-written runtime, compiled and loaded."""
