"""A GRPO trainer that draws dead groups again, and what all recipes that draw groups share."""

import os

from judge import Judge
from measure import measure
from moved import PHASES
from models import adapter, imitate, load_model, load_tokenizer
from record import Recorder, train
from settings import set_threads, training_arguments
from tasks import judged, posed, soft_overlong


def group_arguments(settings, **more):
    """Every switch of GRPO that a result depends on, written out: what TRL means by default is DAPO's loss without KL."""
    return training_arguments(
        settings,
        num_generations=settings.group_size,
        max_completion_length=settings.completion_limit,
        temperature=settings.temperature,
        top_p=1.0,
        top_k=0,
        num_iterations=settings.updates,
        remove_unused_columns=False,
        # In the middle of a generation a checkpoint lacks the rest of it.
        save_steps=max(1, -(-settings.save_steps // settings.updates) * settings.updates),
        **more,
    )


def dynamic_trainer(base):
    """`base` with dynamic sampling, which TRL itself does not have: prompts of dead groups are exchanged up to `max_draws` times."""
    import torch

    class Dynamic(base):
        max_draws = 1

        def _generate_and_score_completions(self, inputs):
            with PHASES.spent("sample"):
                return self._drawn_again(inputs)

        def _drawn_again(self, inputs):
            out = super()._generate_and_score_completions(inputs)
            if self.max_draws == 1 or not self.model.training:
                return out
            size, draws = self.num_generations, 1
            while draws < self.max_draws:
                alive = (out["advantages"].view(-1, size) != 0).any(dim=1)
                dead = (~alive).nonzero().flatten().tolist()
                if not dead:
                    break
                again = super()._generate_and_score_completions(self._other_rows(len(dead), size, draws))
                out = _exchange(out, again, dead, size, self.processing_class.pad_token_id)
                draws += 1
            self._metrics["train"]["dynamic/draws"].append(float(draws))
            out["num_items_in_batch"] = out["completion_mask"].sum()
            return out

        def _other_rows(self, groups, size, draw):
            """Prompts by seed, step and draw alone, so that a run that goes on from a checkpoint draws the same ones."""
            pick = torch.Generator().manual_seed(self.args.seed * 1_000_003 + self.state.global_step * 101 + draw)
            at = torch.randint(len(self.train_dataset), (groups,), generator=pick).tolist()
            return [self.train_dataset[i] for i in at for _ in range(size)]

    return Dynamic


def _exchange(out, again, dead, size, padding):
    """The batch with the groups `dead` in the place of which `again` has come; both are padded to one width."""
    import torch

    rows = torch.tensor([group * size + k for group in dead for k in range(size)])
    for name, value in out.items():
        if not torch.is_tensor(value) or value.dim() == 0:
            continue
        other = again[name]
        if value.dim() > 1:
            width = max(value.size(1), other.size(1))
            fill = padding if name.endswith("_ids") else 0
            value, other = (_padded(one, width, fill, name.startswith("prompt")) for one in (value, other))
        value = value.clone()
        value[rows.to(value.device)] = other
        out[name] = value
    return out


def _padded(value, width, fill, on_the_left):
    missing = width - value.size(1)
    if missing == 0:
        return value
    room = value.new_full((value.size(0), missing), fill)
    import torch

    return torch.cat([room, value] if on_the_left else [value, room], dim=1)


def train_groups(settings, make_trainer, rewards_of=None):
    """
    One run: problems, start, training, the final weights and their measure. `make_trainer(shared, config)` builds the trainer;
    `rewards_of(functions)` may put something over the reward functions.
    """
    set_threads(settings)
    from datasets import Dataset

    from ablab.transformers import recorded

    judge = Judge()
    problems, held_out = posed(judge, settings)
    tokenizer = load_tokenizer(settings)
    model = load_model(settings, tokenizer)
    if not settings.use_cpu:
        model.to("cuda")
    if settings.warm_steps > 0:
        loss = imitate(model, tokenizer, problems.demonstrations(), settings.warm_steps, settings.warm_rate)
        print(f"imitated {settings.warm_steps} steps, loss {loss:.3f}", flush=True)
    if settings.beta > 0 and settings.lora_rank == 0:
        # TRL reads the reference again from where the model says it comes from, which is not what it is now.
        model.config._name_or_path = os.path.join(settings.output, "start")
        model.save_pretrained(model.config._name_or_path)
    functions = [judged(problems, settings.group_size)]
    if settings.overlong_cache > 0:
        functions.append(soft_overlong(settings.completion_limit, settings.overlong_cache))
    if rewards_of:
        functions = rewards_of(functions)
    trainer = make_trainer({
        "model": model,
        "processing_class": tokenizer,
        "reward_funcs": recorded(functions),
        "train_dataset": Dataset.from_list(problems.prompts()),
        "callbacks": [Recorder(masks_cut=settings.mask_cut, every=settings.updates)],
        "peft_config": adapter(settings),
    })
    train(trainer, settings, lambda step: (
        measure(trainer.model, tokenizer, held_out, settings.completion_limit, step, final=True) if held_out else {}
    ), before=lambda: (
        measure(trainer.model, tokenizer, held_out, settings.completion_limit, 0, final=False) if held_out else {}
    ))
    judge.close()
