"""The pipeline: load, check, edit values, save; and the ``Document`` that users hold.

Each format's own steps are in ``semantics.formats``; what is done with whole documents is in ``compose``, ``convert``,
``diff`` and ``fix``.
"""
