"""``python -m meowple.cli``."""

import sys

from .main import main

sys.exit(main())
