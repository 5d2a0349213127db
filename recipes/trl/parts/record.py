"""What a run says to the bench beside what its trainer logs."""

import json
import math
import os

import ablab
from ablab.transformers import AblabCallback


class Recorder(AblabCallback):
    """Sends rows, and says once where every completion of a step was masked: then loss and gradient are 0 and TRL is silent."""

    def __init__(self, masks_cut=False):
        super().__init__()
        self._masks_cut, self._has_said = masks_cut, False

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


def leave(settings, model, tokenizer, facts):
    """The final weights in a folder that another run can begin with, and what was measured beside them."""
    folder = os.path.join(settings.output, "final")
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
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
