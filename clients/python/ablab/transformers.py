"""A callback for `transformers.Trainer` and the trainers of TRL. Imported only where it is asked for.

    from ablab.transformers import AblabCallback, recorded
    GRPOTrainer(..., reward_funcs=recorded([correct, short]), callbacks=[AblabCallback("grpo-baselines")])
"""

from __future__ import annotations

import functools
import inspect

from transformers import TrainerCallback

import ablab


class AblabCallback(TrainerCallback):
    """Begins a run unless there is one, sends every row with the true step, and stops the training where Stop was pressed."""

    def __init__(self, experiment=None, name=None, **given):
        self._experiment, self._name, self._given = experiment, name, given
        self._is_mine = False

    def on_train_begin(self, args, state, control, model=None, **_):
        if not state.is_world_process_zero:
            return
        config = _configuration(args, model)
        if ablab.run is None:
            given = {"on_stop": "flag", "seed": getattr(args, "seed", None), **self._given}
            given["config"] = {**config, **(given.get("config") or {})}
            ablab.init(self._experiment or getattr(args, "project", None), self._name or getattr(args, "run_name", None), **given)
            self._is_mine = True
        else:
            ablab.describe(config=config)

    def on_log(self, args, state, control, logs=None, **_):
        if state.is_world_process_zero and logs and ablab.run is not None:
            summary = {name: value for name, value in logs.items() if name in SAID_ONCE}
            if summary:
                ablab.describe(summary=summary)
            values = renamed({name: value for name, value in logs.items() if name not in SAID_ONCE})
            if values:
                ablab.log(values, step=state.global_step)

    def on_step_end(self, args, state, control, **_):
        if ablab.run is not None and ablab.run.stop_asked:
            control.should_training_stop = True
        return control

    def on_train_end(self, args, state, control, **_):
        if ablab.run is not None and ablab.run.stop_asked and self._is_mine:
            ablab.finish("killed", reason="Stop was pressed on the run's page")


#: What a trainer says of the whole training, at its end: no curve of one point, but a last value, as wandb gets it.
SAID_ONCE = ("train_runtime", "train_samples_per_second", "train_steps_per_second", "train_loss", "total_flos")


def renamed(logs):
    """`eval_loss` is `eval/loss`, `test_loss` is `test/loss`, everything else is of the training: as wandb and trackio get it."""
    names = {}
    for name, value in logs.items():
        for phase in ("eval", "test"):
            if name.startswith(phase + "_"):
                names[f"{phase}/{name[len(phase) + 1:]}"] = value
                break
        else:
            names["train/" + name] = value
    return names


def _configuration(args, model):
    """The model's configuration and over it the training's, under the same names as wandb and trackio get them."""
    config = {}
    try:
        of_model = getattr(model, "config", None)
        if of_model is not None:
            config.update(of_model if isinstance(of_model, dict) else of_model.to_dict())
        config.update(args.to_dict())
        if hasattr(model, "num_parameters"):
            config["model/num_parameters"] = model.num_parameters()
    except Exception as error:
        config["unread"] = f"{type(error).__name__}: {error}"
    return config


def recorded(reward_funcs):
    """Reward functions as they are, whose prompts, completions and rewards are also sent as groups: all of them, not the last batch."""
    one = callable(reward_funcs) or isinstance(reward_funcs, str)
    given = [reward_funcs] if one else list(reward_funcs)
    functions = [f for f in given if inspect.isfunction(f) or inspect.ismethod(f) or isinstance(f, functools.partial)]
    batch = _Batch([_name(f) for f in functions])
    made = [_recorded(f, batch) if f in functions else f for f in given]
    return made[0] if one else made


def _name(function):
    return getattr(function, "__name__", None) or getattr(getattr(function, "func", None), "__name__", "reward")


class _Batch:
    """Collects what the functions say of the same completions; sent when all have spoken."""

    def __init__(self, names):
        self.names, self.rewards, self.completions = names, {}, None

    def take(self, name, prompts, completions, rewards, columns):
        if ablab.run is None:
            return
        if completions is not self.completions:
            self.rewards, self.completions = {}, completions
        self.rewards[name] = rewards
        if all(known in self.rewards for known in self.names):
            rewards_by_name, self.rewards, self.completions = self.rewards, {}, None
            state = columns.get("trainer_state")
            is_eval = _is_evaluation(columns)
            step = getattr(state, "global_step", None)
            extra = {
                key: value for key, value in columns.items()
                if isinstance(value, (list, tuple)) and len(value) == len(completions) and key != "completion_ids"
                and all(isinstance(v, (str, int, float, bool, type(None))) for v in value)
            }
            ids = columns.get("completion_ids")
            ablab.rollouts(
                prompts, completions, rewards_by_name, extra=extra, lengths=[len(i) for i in ids] if ids else None,
                # Drawn before the step that is counted when its row is logged; an evaluation stands at the step that is done.
                step=step if step is None or is_eval else step + 1, epoch=getattr(state, "epoch", None),
                phase="eval" if is_eval else "train",
            )


def _is_evaluation(columns):
    """As TRL tells its own rows apart: by the model of the trainer, whose method a reward function is handed."""
    trainer = getattr(columns.get("log_metric"), "__self__", None)
    return getattr(getattr(trainer, "model", None), "training", True) is False


def _recorded(function, batch):
    name = _name(function)

    def keep(rewards, args, kwargs):
        try:
            given = dict(zip(("prompts", "completions"), args))
            given.update(kwargs)
            columns = {k: v for k, v in given.items() if k not in ("prompts", "completions")}
            batch.take(name, given["prompts"], given["completions"], rewards, columns)
        except Exception as error:
            if ablab.run is not None:
                ablab.run._say_once("recorded", f"completions were not recorded: {type(error).__name__}: {error}")
        return rewards

    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def later(*args, **kwargs):
            return keep(await function(*args, **kwargs), args, kwargs)

        return later

    @functools.wraps(function)
    def now(*args, **kwargs):
        return keep(function(*args, **kwargs), args, kwargs)

    if not hasattr(now, "__name__") or now.__name__ == "now":
        now.__name__ = name
    return now
