"""Models: a folder or a name, or a tiny random one that is made here without a network."""

import os

from settings import weights_in

TINY = "tiny"
ADAPTER = "adapter_config.json"
CHAT = (
    "{%- for m in messages %}{{ '<|im_start|>' + m['role'] + '\n' }}"
    "{%- if m['role'] == 'assistant' %}{% generation %}{{ m['content'] + '<|im_end|>' }}{% endgeneration %}"
    "{%- else %}{{ m['content'] + '<|im_end|>' }}{%- endif %}{{ '\n' }}{%- endfor %}"
    "{%- if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{%- endif %}"
)
#: What the tiny tokenizer is made of, so that a row, a column and an action are few tokens.
TEXT = (
    [f"{action}(c{i})\n" for action in ("DROP", "DIAGNOSE", "RELAX_SMALL", "RELAX_LARGE") for i in range(1, 13)]
    + [f"UPDATE_BOUNDS(x{i})\n" for i in range(1, 13)]
    + ["GET_IIS()\nSUBMIT()\n", "In conflict:\n", "Repair:\n", "user\nassistant\n", " <= ", " >= ", "function solve(a, b, c) {\n  return "] * 4
)


def load_tokenizer(settings):
    from transformers import AutoTokenizer

    if settings.model != TINY:
        return AutoTokenizer.from_pretrained(_place(settings.model))
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    made.train_from_iterator(TEXT, trainers.BpeTrainer(
        vocab_size=400, special_tokens=["<|endoftext|>", "<|im_start|>", "<|im_end|>"],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()), show_progress=False,
    ))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<|im_end|>", pad_token="<|endoftext|>", padding_side="left")
    tokenizer.chat_template = CHAT
    return tokenizer


def load_model(settings, tokenizer, labels=None):
    """The policy, or with `labels` a classifier of tokens; `settings.parameters` then says how large it is."""
    model = _loaded(settings, tokenizer, labels)
    settings.parameters = model.num_parameters()
    return model


def _loaded(settings, tokenizer, labels):
    """The weights of a tiny one depend on `model_seed` alone."""
    import torch
    import transformers

    if settings.model != TINY:
        kind = transformers.AutoModelForTokenClassification if labels else transformers.AutoModelForCausalLM
        more = {"num_labels": labels} if labels else {}
        if settings.attention != "auto":
            more["attn_implementation"] = settings.attention
        dtype = getattr(torch, weights_in(settings))
        place = _place(settings.model)
        if os.path.isfile(os.path.join(place, ADAPTER)):
            return _merged(settings, place, dtype, labels, more)
        return kind.from_pretrained(place, dtype=dtype, **more)
    shape = dict(
        vocab_size=len(tokenizer), hidden_size=96, intermediate_size=256, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, max_position_embeddings=4096, tie_word_embeddings=True, bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id, pad_token_id=tokenizer.pad_token_id,
    )
    torch.manual_seed(settings.model_seed)
    if labels:
        return transformers.Qwen2ForTokenClassification(transformers.Qwen2Config(**shape, num_labels=labels))
    model = transformers.Qwen2ForCausalLM(transformers.Qwen2Config(**shape))
    model.generation_config.eos_token_id = tokenizer.eos_token_id
    model.generation_config.pad_token_id = tokenizer.pad_token_id
    return _based(settings, model)


def _merged(settings, place, dtype, labels, more):
    """What a LoRA adapter made of its base, as weights of their own."""
    if labels:
        raise SystemExit(f"{place} holds a LoRA adapter; a classifier begins with a training of all weights.")
    from peft import AutoPeftModelForCausalLM

    return _based(settings, AutoPeftModelForCausalLM.from_pretrained(place, dtype=dtype, **more).merge_and_unload())


def _based(settings, model):
    """Weights that were made here are left where an adapter over them finds them again."""
    if getattr(settings, "lora_rank", 0) > 0:
        model.name_or_path = model.config._name_or_path = os.path.join(settings.output, "base")
        model.save_pretrained(model.name_or_path)
    return model


def adapter(settings):
    """A LoRA adapter, or None where all weights are trained."""
    if settings.lora_rank == 0:
        return None
    from peft import LoraConfig

    return LoraConfig(r=settings.lora_rank, lora_alpha=2 * settings.lora_rank, lora_dropout=0.0, target_modules="all-linear")


def _place(name):
    """A folder as it is. A name is looked for in the cache, and fetched where the machine is online."""
    if os.path.sep in name and name.startswith((".", "/", "~")):
        place = os.path.expanduser(name)
        if not os.path.isdir(place):
            raise SystemExit(f"There is no folder {place} with a model in it.")
        return place
    return name


def imitate(model, tokenizer, rows, steps, rate, batch=8):
    """
    A few steps of plain supervised training on right answers before anything else, so that a model that cannot yet write the
    form of an answer has groups that differ. In the order of the rows, so that it is the same for every seed.
    """
    import torch

    texts = [tokenizer.apply_chat_template(r["prompt"] + r["completion"], tokenize=False) for r in rows]
    starts = [tokenizer.apply_chat_template(r["prompt"], tokenize=False, add_generation_prompt=True) for r in rows]
    device = next(model.parameters()).device
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate)
    model.train()
    for step in range(steps):
        at = [(step * batch + i) % len(rows) for i in range(min(batch, len(rows)))]
        given = tokenizer([texts[i] for i in at], return_tensors="pt", padding=True, padding_side="right", add_special_tokens=False).to(device)
        labels = given["input_ids"].masked_fill(given["attention_mask"] == 0, -100)
        for row, i in enumerate(at):
            labels[row, : len(tokenizer(starts[i], add_special_tokens=False)["input_ids"])] = -100
        loss = model(**given, labels=labels).loss
        loss.backward()
        optimiser.step()
        optimiser.zero_grad()
    return float(loss.detach()) if steps else None
