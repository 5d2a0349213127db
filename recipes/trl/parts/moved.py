"""How much of the weights a step changed, and where the time of a step went."""

import time
from contextlib import contextmanager

#: So many weights at most are looked at, evenly spread, so that a large model is not copied.
LOOKED_AT = 1 << 20


class ChangedWeights:
    """
    The share of trained weights with a gradient that have another value after the optimiser's step. In bfloat16 a step at a usual
    rate is mostly rounded away; what does not move is not trained. None where the rate is 0, or no gradient is to be seen here, as
    under a sharded optimiser.
    """

    def __init__(self):
        self._before = None

    def before(self, model, optimizer):
        self._before = None
        if all(group["lr"] == 0 for group in optimizer.param_groups):
            return
        trained = [p for p in model.parameters() if p.requires_grad and p.grad is not None and p.numel() > 0]
        every = max(1, -(-sum(p.numel() for p in trained) // LOOKED_AT))
        self._before = [(p, self._some(p, every).clone(), self._some(p.grad, every) != 0, every) for p in trained]

    def after(self):
        if not self._before:
            return None
        moving = changed = 0
        for p, was, has_gradient, every in self._before:
            moving += has_gradient.sum()
            changed += ((self._some(p, every) != was) & has_gradient).sum()
        self._before = None
        return float(changed) / float(moving) if float(moving) > 0 else None

    @staticmethod
    def _some(values, every):
        return values.detach().reshape(-1)[::every]


class Phases:
    """Seconds by what is done in them. Of two inside each other the inner one counts, and what has no name is the update."""

    def __init__(self, clock=time.monotonic):
        self._clock, self._inside = clock, ["update"]
        self._seconds, self._since = {}, clock()

    def _turn(self):
        now, phase = self._clock(), self._inside[-1]
        self._seconds[phase] = self._seconds.get(phase, 0.0) + now - self._since
        self._since = now

    @contextmanager
    def spent(self, phase):
        self._turn()
        self._inside.append(phase)
        try:
            yield
        finally:
            self._turn()
            self._inside.pop()

    def take(self):
        """Seconds since the last time by phase, as metrics."""
        self._turn()
        taken, self._seconds = self._seconds, {}
        return {f"phase/{phase}": seconds for phase, seconds in taken.items()}


PHASES = Phases()
