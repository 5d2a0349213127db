"""Problems as prompts, and what completions of them are worth."""

import json
import os
import random

from moved import PHASES
from record import log

TRAIN, HELD_OUT = "train", "held_out"

#: Endings of an answer that could not be read as one, apart from one that is wrong.
MALFORMED = ("no action", "not possible", "broken")
#: Rewards that know nothing of the answer: what a run gains with them was not caused by the reward.
CONTROLS = ("random", "constant")
#: What is asked of the judge where nobody names a reward.
USUAL = {"repair": "process", "code": "partial"}


def source(settings, part, count):
    """Which problems the judge is to lay down."""
    shared = {"part": part, "count": count, "seed": settings.problem_seed, "heldOut": settings.eval_problems}
    if settings.task == "code":
        levels = [settings.difficulty_low, settings.difficulty_high]
        return {"task": "code", "families": settings.families, "difficulties": levels, **shared}
    return {
        "task": "repair", "level": settings.level, "maxSteps": settings.max_actions, "shows": settings.shows,
        "file": _benchmark(settings), **shared,
    }


def _benchmark(settings):
    """The file of a registered benchmark, as the worker laid it down; None where problems are generated."""
    if settings.problems == "generated":
        return None
    files = json.loads(os.environ.get("ABLAB_BENCHMARK_FILES", "{}"))
    if settings.problems not in files:
        raise SystemExit(f"The benchmark {settings.problems} was not laid down for this run. Start it from the bench.")
    return files[settings.problems]


class Problems:
    """A set of the judge with its prompts."""

    def __init__(self, judge, settings, part, count):
        self.judge, self.part, self.settings = judge, part, settings
        # A control pays without a look at the answer; what answers are worth is still asked for and told.
        self.reward = USUAL[settings.task] if settings.reward in CONTROLS else settings.reward
        opened = judge.open(part, source(settings, part, count))
        self.rows, self.hash = opened["problems"], opened["hash"]

    def prompts(self):
        """Rows for a trainer: the prompt as a conversation, and the number of its problem."""
        return [{"prompt": conversation(row["prompt"]), "problem": i} for i, row in enumerate(self.rows)]

    def demonstrations(self):
        """A right answer to each prompt."""
        return [
            {"prompt": conversation(row["prompt"]), "completion": [{"role": "assistant", "content": row["answer"]}]}
            for row in self.rows
        ]

    def verdicts(self, numbers, texts, reward=None):
        with PHASES.spent("judge"):
            return self.judge.judge(self.part, reward or self.reward, list(zip(numbers, texts)))


def posed(judge, settings):
    """What is learnt from, and what is held out to measure on: None where nothing is."""
    problems = Problems(judge, settings, TRAIN, settings.train_problems)
    held_out = Problems(judge, settings, HELD_OUT, settings.eval_problems) if settings.eval_problems > 0 else None
    return problems, held_out


def conversation(text):
    return [{"role": "user", "content": text}]


def text_of(completion):
    """What was written, of a conversation or a text."""
    return completion if isinstance(completion, str) else "".join(turn["content"] for turn in completion)


#: Rewards whose full pay is 1 and whose lowest is 0, so that a dead group has a cause.
WHOLE = ("outcome", "rr5", "clean", "partial", "all", "share")


class DeadCauses:
    """Shares of the drawn groups of a step that are dead since all were paid in full, or none at all. Draws of a step add up."""

    def __init__(self, group_size):
        self._size, self._step, self._seen = group_size, None, []

    def add(self, step, rewards):
        if step != self._step:
            self._step, self._seen = step, []
        self._seen += [rewards[i : i + self._size] for i in range(0, len(rewards), self._size)]
        share = lambda pay: sum(all(r == pay for r in group) for group in self._seen) / len(self._seen)  # noqa: E731
        return {"group/all_solved_share": share(1.0), "group/all_failed_share": share(0.0)}


def judged(problems, group_size):
    """A reward function of TRL that asks the judge, and says how answers ended and how many solve their problem."""
    control = problems.settings.reward if problems.settings.reward in CONTROLS else None
    causes = DeadCauses(group_size) if problems.reward in WHOLE and not control else None
    chance = random.Random(problems.settings.seed)

    def verified(completions, problem, trainer_state=None, log_metric=None, log_extra=None, **_):
        verdicts = problems.verdicts(problem, [text_of(c) for c in completions])
        if log_metric:
            log_metric("solved", sum(v["solved"] for v in verdicts) / len(verdicts))
            log_metric("malformed", sum(v["ending"] in MALFORMED for v in verdicts) / len(verdicts))
        if log_extra:
            log_extra("ending", [v["ending"] for v in verdicts])
        rewards = [float(v["reward"]) for v in verdicts]
        if control:
            rewards = [chance.choice((0.0, 1.0)) if control == "random" else 0.5 for _ in rewards]
        if causes and trainer_state:
            # Drawn before the step that is counted when its row is logged.
            step = trainer_state.global_step + 1
            log(causes.add(step, rewards), step)
        return rewards

    return verified


def soft_overlong(limit, cache):
    """DAPO (arXiv 2503.14476, equation 13): 0 up to `limit - cache` tokens, then falling to -1 at the limit."""

    def overlong(completion_ids, **_):
        return [max(-1.0, min(0.0, (limit - cache - len(ids)) / cache)) for ids in completion_ids]

    return overlong
