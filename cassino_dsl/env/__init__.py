"""Environments for programs that learn to play: ``from cassino_dsl.env import aec_env, gym_env, spiel_game``.

Each of them needs the extra ``env``: ``pip install 'cassino-dsl[env]'``.
"""
