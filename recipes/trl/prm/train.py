"""
A process reward model as a classifier of tokens: the last token of each step says whether the step helped. TRL has no trainer
for it any more, so it is the plain one of transformers.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "parts"))

from settings import read_settings, set_threads, training_arguments  # noqa: E402

#: What is not classified.
LEFT_OUT = -100


def encoded(tokenizer, episode, threshold, limit):
    """The prompt and the steps of an episode as tokens, with a label at the last token of each step."""
    ids = list(tokenizer(tokenizer.apply_chat_template(episode["prompt"], tokenize=False, add_generation_prompt=True), add_special_tokens=False)["input_ids"])
    labels = [LEFT_OUT] * len(ids)
    for step in episode["steps"]:
        new = list(tokenizer(step["text"] + "\n", add_special_tokens=False)["input_ids"])
        ids += new
        labels += [LEFT_OUT] * (len(new) - 1) + [int(step["label"] >= threshold)]
    # The end is kept: that is where the steps are.
    return {"input_ids": ids[-limit:], "labels": labels[-limit:]}


def agreement(predicted, limit=0.5):
    """Accuracy, share of helpful steps, and the share of pairs of a helpful and an idle step that is ranked right (AUROC)."""
    import numpy as np

    scores = predicted.predictions[..., 1] - predicted.predictions[..., 0]
    known = predicted.label_ids != LEFT_OUT
    scores, labels = scores[known], predicted.label_ids[known]
    good, bad = scores[labels == 1], scores[labels == 0]
    found = {"accuracy": float(((scores > 0) == (labels == 1)).mean()), "helpful": float((labels == 1).mean()), "n": int(len(labels))}
    if len(good) and len(bad):
        order = np.concatenate([good, bad])
        ranks = order.argsort().argsort() + 1.0
        for value in np.unique(order):
            ranks[order == value] = ranks[order == value].mean()
        found["auroc"] = float((ranks[: len(good)].sum() - len(good) * (len(good) + 1) / 2) / (len(good) * len(bad)))
    return found


def main():
    settings = read_settings()
    set_threads(settings)
    from datasets import Dataset
    from transformers import DataCollatorForTokenClassification, Trainer, TrainingArguments

    from judge import Judge
    from models import load_model, load_tokenizer
    from record import Recorder, log, train
    from tasks import HELD_OUT, TRAIN, Problems, conversation

    judge = Judge()
    tokenizer = load_tokenizer(settings)

    def episodes(part, count):
        Problems(judge, settings, part, count)
        rows = [{**e, "prompt": conversation(e["prompt"])} for e in judge.label(part, settings.label_seed)]
        return Dataset.from_list([encoded(tokenizer, row, settings.threshold, settings.max_length) for row in rows])

    learnt, held_out = episodes(TRAIN, settings.train_problems), episodes(HELD_OUT, settings.eval_problems)
    model = load_model(settings, tokenizer, labels=2)
    trainer = Trainer(
        model=model,
        args=TrainingArguments(**training_arguments(settings, weight_decay=settings.weight_decay, per_device_eval_batch_size=settings.batch)),
        train_dataset=learnt,
        eval_dataset=held_out,
        processing_class=tokenizer,
        data_collator=DataCollatorForTokenClassification(tokenizer),
        compute_metrics=agreement,
        callbacks=[Recorder()],
    )

    def measured(step):
        said = {f"prm/{name}": value for name, value in agreement(trainer.predict(held_out)).items()}
        log(said, step=step)
        return said

    train(trainer, settings, measured)
    judge.close()


if __name__ == "__main__":
    main()
