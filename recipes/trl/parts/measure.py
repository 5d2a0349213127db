"""Greedy answers to held-out problems, judged, as an evaluation of the run."""

import ablab

from moved import PHASES
from record import log
from tasks import MALFORMED


def answer(model, tokenizer, prompts, limit, batch=32):
    """The most likely completion of each prompt."""
    import torch

    texts = [tokenizer.apply_chat_template(p, tokenize=False, add_generation_prompt=True) for p in prompts]
    was_training = model.training
    model.eval()
    said = []
    with torch.no_grad():
        for start in range(0, len(texts), batch):
            given = tokenizer(texts[start : start + batch], return_tensors="pt", padding=True, padding_side="left", add_special_tokens=False)
            given = {name: value.to(model.device) for name, value in given.items() if name in ("input_ids", "attention_mask")}
            out = model.generate(
                **given, do_sample=False, max_new_tokens=limit, pad_token_id=tokenizer.pad_token_id, eos_token_id=tokenizer.eos_token_id,
            )
            said += tokenizer.batch_decode(out[:, given["input_ids"].shape[1] :], skip_special_tokens=True)
    model.train(was_training)
    return said


def measure(model, tokenizer, problems, limit, step, final, batch=32):
    """Sends outcomes by problem and their means; answers the means."""
    prompts = [row["prompt"] for row in problems.prompts()]
    with PHASES.spent("evaluate"):
        texts = answer(model, tokenizer, prompts, limit, batch)
    verdicts = problems.verdicts(range(len(texts)), texts)
    rows = [
        {"problem": row["key"], "solved": v["solved"], "score": v["reward"], "steps": v["steps"]}
        for row, v in zip(problems.rows, verdicts)
    ]
    means = {
        "held_out/solved": mean(v["solved"] for v in verdicts),
        "held_out/malformed": mean(v["ending"] in MALFORMED for v in verdicts),
        "held_out/reward": mean(v["reward"] for v in verdicts),
        "held_out/steps": mean(v["steps"] for v in verdicts),
        "held_out/da": mean(v["da"] for v in verdicts),
        "held_out/op": mean(v["op"] for v in verdicts),
        "held_out/clean": mean(v["clean"] for v in verdicts),
        "held_out/passed": mean(v["passed"] for v in verdicts),
    }
    if ablab.run is not None:
        ablab.evaluation(f"held-out {problems.hash[:12]}", rows, step=step, final=final)
        columns = {"ending": [v["ending"] for v in verdicts]}
        for i, (prompt, text, verdict) in enumerate(zip(prompts, texts, verdicts)):
            ablab.group(prompt, [text], {"verified": [verdict["reward"]]}, step=step, phase="eval", key=f"{problems.rows[i]['key']}", extra={n: [c[i]] for n, c in columns.items()})
    log(means, step)
    return {name: value for name, value in means.items() if value is not None}


def mean(values):
    known = [float(value) for value in values if value is not None]
    return sum(known) / len(known) if known else None
