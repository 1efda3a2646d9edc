"""The same robot in another format, with a finding for everything that is lost or said otherwise."""
