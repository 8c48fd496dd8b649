"""Failed comparisons of the rows of designs show what differs, as those of a test do."""

import pytest

pytest.register_assert_rewrite("catvale.designs")
