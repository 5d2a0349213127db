"""What a run says to the bench beside what its trainer logs."""

import json
import math
import os
import signal
import time

import ablab
from ablab.transformers import AblabCallback

from moved import PHASES, ChangedWeights


class Recorder(AblabCallback):
    """
    Sends rows; says once where every completion of a step was masked, since loss and gradient are then 0 and TRL is silent; saves a
    checkpoint after the last step, which is what another run begins with; and on SIGTERM saves one after the step under way and ends.

    The switch of transformers for that, enable_jit_checkpoint, saves in the middle of a step, when the random numbers of the
    step are drawn already: what goes on from there ends elsewhere. `every` steps use one generation, and only after the last
    of them nothing is left that a checkpoint does not hold.
    """

    def __init__(self, masks_cut=False, every=1):
        super().__init__()
        self._masks_cut, self._has_said = masks_cut, False
        self._every, self._is_asked = every, False
        self._changed = ChangedWeights()

    def on_train_begin(self, args, state, control, **more):
        super().on_train_begin(args, state, control, **more)
        signal.signal(signal.SIGTERM, self._ask)
        PHASES.take()

    def on_pre_optimizer_step(self, args, state, control, model=None, optimizer=None, **more):
        self._changed.before(model, optimizer)

    def on_optimizer_step(self, args, state, control, **more):
        log({"optim/weights_changed": self._changed.after()}, state.global_step + 1)

    def _ask(self, *_):
        self._is_asked = True
        print("Asked to stop: saving after the generation under way.", flush=True)

    def on_step_end(self, args, state, control, **more):
        log(PHASES.take(), state.global_step)
        if state.global_step >= state.max_steps:
            control.should_save = True
        is_asked = self._is_asked or (ablab.run is not None and ablab.run.stop_asked)
        if is_asked and state.global_step % self._every == 0:
            control.should_save = control.should_training_stop = True
        return control

    def on_log(self, args, state, control, logs=None, **more):
        super().on_log(args, state, control, logs=logs, **more)
        cut = (logs or {}).get("completions/clipped_ratio")
        if self._masks_cut and cut == 1 and not self._has_said:
            self._has_said = True
            ablab.alert("Every completion was masked", f"At step {state.global_step} all reached the length limit, so nothing was learnt from any of them.")


def log(values, step):
    """Numbers of our own beside those of the trainer; what is not measured is left out."""
    known = {name: value for name, value in values.items() if value is not None and not (isinstance(value, float) and math.isnan(value))}
    if ablab.run is not None and known:
        ablab.log(known, step=step)


def train(trainer, settings, measured, before=None):
    """
    Trains to the last step or to a stop. After the last one the facts are left, with what `measured(step)` answers. `before()`
    measures the start, where the run begins with it.
    """
    if before and settings.resume is None:
        before()
    begun = time.monotonic()
    trainer.train(resume_from_checkpoint=settings.resume)
    step = trainer.state.global_step
    facts = {"steps": step, "train_s": round(time.monotonic() - begun, 2), "weights": weights_hash(trainer.model)}
    if step < settings.steps:
        return
    facts |= measured(step)
    with open(os.path.join(settings.output, "result.json"), "w") as file:
        json.dump(facts, file, indent=1, sort_keys=True)
    print(json.dumps(facts), flush=True)


def weights_hash(model):
    """sha256 over the weights by name: equal exactly where two runs end in the same model."""
    import hashlib

    digest = hashlib.sha256()
    for name, value in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(value.detach().float().cpu().contiguous().numpy().tobytes())
    return digest.hexdigest()
