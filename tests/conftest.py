"""How hypothesis runs: a modest number of examples, more by UPCARD_EXAMPLES, the same ones each time in CI."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "upcard",
    deadline=None,  # a busy machine is no failure
    max_examples=int(os.environ.get("UPCARD_EXAMPLES", "50")),
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],  # for the same reason
)
settings.load_profile("upcard")
