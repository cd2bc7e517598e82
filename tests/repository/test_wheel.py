"""The wheel carries what an installed voxpop needs."""

import subprocess
import sys
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[2]


def test_wheel_holds_packages_data_and_configuration(tmp_path):
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    check = subprocess.run(
        [sys.executable, ROOT / ".ci/check_wheel.py", wheel], capture_output=True, text=True, check=False
    )
    assert check.returncode == 0, check.stderr
