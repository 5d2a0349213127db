"""Supervised training of TRL on right answers of the problems' own solver, and a measure on held-out ones."""

import sys
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
    from record import Recorder, train
    from tasks import posed

    judge = Judge()
    problems, held_out = posed(judge, settings)
    tokenizer = load_tokenizer(settings)
    model = load_model(settings, tokenizer)
    config = SFTConfig(**training_arguments(
        settings, max_length=settings.max_length, completion_only_loss=True, packing=False, loss_type="nll", weight_decay=settings.weight_decay,
    ))
    trainer = SFTTrainer(
        model=model, args=config, train_dataset=Dataset.from_list(problems.demonstrations()), processing_class=tokenizer,
        callbacks=[Recorder()], peft_config=adapter(settings),
    )
    train(trainer, settings, lambda step: (
        measure(trainer.model, tokenizer, held_out, settings.completion_limit, step, final=True) if held_out else {}
    ), before=lambda: (
        measure(trainer.model, tokenizer, held_out, settings.completion_limit, 0, final=False) if held_out else {}
    ))
    judge.close()


if __name__ == "__main__":
    main()
