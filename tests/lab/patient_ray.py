"""Runs a program that starts Ray on this machine, however busy it is.

    python -m tests.lab.patient_ray FILE [ARGUMENT ...]

Ray gives a node that it starts 30 seconds to report, in a line of its own code. Its other limits are settings, PATIENT.
"""

from __future__ import annotations

import runpy
import sys
import time
from typing import Any

from tests.support import PATIENCE

PATIENT = {
    "RAY_gcs_server_port_wait_time_s": str(PATIENCE),
    "RAY_gcs_rpc_server_connect_timeout_s": str(PATIENCE),
    "RAY_gcs_server_request_timeout_seconds": str(PATIENCE),
    "RAY_py_gcs_connect_timeout_s": str(PATIENCE),
    "RAY_agent_register_timeout_ms": str(PATIENCE * 1000),
    "RAY_worker_register_timeout_seconds": str(PATIENCE),
    "RAY_worker_niceness": "0",    # who waits for them is as patient as they are
    "RAY_health_check_timeout_ms": str(PATIENCE * 1000),    # a killed node does not let a check wait: it refuses it
}


def be_patient() -> None:
    """In this process."""
    from ray._private import services

    ask_once = services.get_node

    def get_node(*arguments: Any) -> Any:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return ask_once(*arguments)
            except RuntimeError:    # it has not reported yet
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)

    services.get_node = get_node


if __name__ == "__main__":
    be_patient()
    del sys.argv[0]
    runpy.run_path(sys.argv[0], run_name="__main__")
