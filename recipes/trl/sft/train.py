"""Supervised training of TRL on right answers of the problems' own solver, and a measure on held-out ones."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "parts"))

from settings import read_settings, set_threads, training_arguments  # noqa: E402


def main():
    settings = read_settings()
    set_threads(settings)
    from datasets import Dataset
    from trl import SFTConfig, SFTTrainer

    from judge import Judge
    from measure import measure
    from models import adapter, load_model, load_tokenizer
    from record import Recorder, leave, weights_hash
    from tasks import HELD_OUT, TRAIN, Problems

    judge = Judge()
    problems = Problems(judge, settings, TRAIN, settings.train_problems)
    held_out = Problems(judge, settings, HELD_OUT, settings.eval_problems) if settings.eval_problems > 0 else None
    tokenizer = load_tokenizer(settings)
    model = load_model(settings, tokenizer)
    config = SFTConfig(**training_arguments(
        settings, max_length=settings.max_length, completion_only_loss=True, packing=False, loss_type="nll", weight_decay=settings.weight_decay,
    ))
    trainer = SFTTrainer(
        model=model, args=config, train_dataset=Dataset.from_list(problems.demonstrations()), processing_class=tokenizer,
        callbacks=[Recorder()], peft_config=adapter(settings),
    )
    begun = time.monotonic()
    trainer.train(resume_from_checkpoint=settings.resume)
    facts = {"steps": trainer.state.global_step, "train_s": round(time.monotonic() - begun, 2), "weights": weights_hash(trainer.model)}
    if trainer.state.global_step >= settings.steps:
        if held_out:
            facts.update(measure(trainer.model, tokenizer, held_out, settings.completion_limit, trainer.state.global_step, final=True))
        leave(settings, trainer.model, tokenizer, facts)
    judge.close()


if __name__ == "__main__":
    main()
