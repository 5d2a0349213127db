"""Measures a model as it is on held-out problems: one greedy answer each, and sampled ones for what groups would show."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "parts"))

from settings import read_settings, set_threads  # noqa: E402


def main():
    settings = read_settings()
    set_threads(settings)
    import ablab
    import torch

    from judge import Judge
    from measure import mean, measure
    from models import imitate, load_model, load_tokenizer
    from record import log
    from tasks import HELD_OUT, TRAIN, Problems

    torch.manual_seed(settings.seed)
    judge = Judge()
    held_out = Problems(judge, settings, HELD_OUT, settings.eval_problems)
    tokenizer = load_tokenizer(settings)
    model = load_model(settings, tokenizer)
    if not settings.use_cpu:
        model.to("cuda")
    if settings.warm_steps > 0:
        shown = Problems(judge, settings, TRAIN, settings.train_problems)
        imitate(model, tokenizer, shown.demonstrations(), settings.warm_steps, settings.warm_rate)
    ablab.init(config=vars(settings), seed=settings.seed, on_stop="flag")
    print(measure(model, tokenizer, held_out, settings.completion_limit, 0, final=True), flush=True)
    if settings.samples > 0:
        log(sampled(model, tokenizer, held_out, settings, mean), step=0)
    ablab.finish()
    judge.close()


def sampled(model, tokenizer, problems, settings, mean):
    """Groups drawn at a temperature: how often they are solved, and how many are dead and would teach nothing."""
    import ablab
    import torch

    rows = problems.prompts()
    model.eval()
    solved, dead = [], []
    for i, row in enumerate(rows):
        text = tokenizer.apply_chat_template(row["prompt"], tokenize=False, add_generation_prompt=True)
        given = tokenizer(text, return_tensors="pt", add_special_tokens=False)
        ids = given["input_ids"].to(model.device)
        with torch.no_grad():
            out = model.generate(
                input_ids=ids, attention_mask=torch.ones_like(ids), do_sample=True, temperature=settings.temperature, top_k=0, top_p=1.0,
                num_return_sequences=settings.samples, max_new_tokens=settings.completion_limit,
                pad_token_id=tokenizer.pad_token_id, eos_token_id=tokenizer.eos_token_id,
            )
        texts = tokenizer.batch_decode(out[:, ids.size(1) :], skip_special_tokens=True)
        verdicts = problems.verdicts([i] * len(texts), texts)
        rewards = [v["reward"] for v in verdicts]
        ablab.group(row["prompt"], texts, {"verified": rewards}, step=0, phase="eval", key=f"{problems.rows[i]['key']} sampled", extra={"ending": [v["ending"] for v in verdicts]})
        solved += [v["solved"] for v in verdicts]
        dead.append(len(set(rewards)) == 1)
    return {"sampled/solved": mean(solved), "sampled/dead_groups": mean(dead)}


if __name__ == "__main__":
    main()
