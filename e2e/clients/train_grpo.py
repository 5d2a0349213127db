"""A GRPO training of TRL with a model of 833,152 weights that is made here: seconds on a CPU, no network, no GPU.

TRACKER names who is told of it: wandb, trackio or mlflow as `report_to`, or ablab as a callback. The model lies in MODEL and
is made where there is none. SEED, BETA and STEPS (0, 0.04 and 12) are the training's own; the same ones give the same losses
to the last bit.
"""

import os
import random
import sys
import tempfile

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import torch
from datasets import Dataset
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM
from trl import GRPOConfig, GRPOTrainer

torch.set_num_threads(1)
TRACKER = os.environ["TRACKER"]
MODEL = os.environ["MODEL"]
SEED = int(os.environ.get("SEED", "0"))
BETA = float(os.environ.get("BETA", "0.04"))
STEPS = int(os.environ.get("STEPS", "12"))
PROJECT = os.environ.get("PROJECT", "grpo")

WORDS = ["The sum of 7 and 12 is 19.", "user assistant", "What is 3 plus 4? It is 7.", "Count: 0 1 2 3 4 5 6 7 8 9"]
TURNS = (
    "{%- for turn in messages %}<|turn|>{{ turn['role'] }}\n{{ turn['content'] }}<|end|>\n{%- endfor %}"
    "{%- if add_generation_prompt %}<|turn|>assistant\n{%- endif %}"
)


def tokenizer():
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    letters = pre_tokenizers.ByteLevel.alphabet()
    special = ["<|pad|>", "<|turn|>", "<|end|>"]
    made.train_from_iterator(WORDS * 4, trainers.BpeTrainer(vocab_size=348, special_tokens=special, initial_alphabet=letters))
    fast = PreTrainedTokenizerFast(tokenizer_object=made, pad_token="<|pad|>", eos_token="<|end|>", padding_side="left")
    fast.chat_template = TURNS
    return fast


def make_model(folder):
    words = tokenizer()
    torch.manual_seed(1)
    made = Qwen2ForCausalLM(
        Qwen2Config(
            vocab_size=348, hidden_size=128, intermediate_size=384, num_hidden_layers=4, num_attention_heads=4,
            num_key_value_heads=2, max_position_embeddings=512, tie_word_embeddings=True,
            eos_token_id=words.eos_token_id, pad_token_id=words.pad_token_id, bos_token_id=None,
        )
    )
    made.generation_config.eos_token_id = words.eos_token_id
    made.generation_config.pad_token_id = words.pad_token_id
    print("weights", made.num_parameters())
    words.save_pretrained(folder)
    made.save_pretrained(folder)


def sums(count, seed):
    draw = random.Random(seed)
    pairs = [(draw.randint(1, 20), draw.randint(1, 20)) for _ in range(count)]
    return Dataset.from_list(
        [{"prompt": [{"role": "user", "content": f"What is {a} plus {b}?"}], "sum": str(a + b)} for a, b in pairs]
    )


def short(completions, **_):
    return [1.0 - len(turns[0]["content"]) / 200 for turns in completions]


def digits(completions, sum, log_metric=None, **_):
    texts = [turns[0]["content"] for turns in completions]
    if log_metric:
        log_metric("hits", float(len([1 for text, right in zip(texts, sum) if right in text])))
    return [min(1.0, len([c for c in text if c.isdigit()]) / 4) for text in texts]


def main():
    rewards, callbacks = [short, digits], []
    if TRACKER == "ablab":
        from ablab.transformers import AblabCallback, recorded

        rewards, callbacks = recorded(rewards), [AblabCallback(PROJECT)]
    if not os.path.exists(MODEL):
        make_model(MODEL)
    with tempfile.TemporaryDirectory() as folder:
        args = GRPOConfig(
            output_dir=folder, run_name=f"{TRACKER} {BETA} {SEED}", project=PROJECT, seed=SEED,
            report_to=[] if TRACKER == "ablab" else [TRACKER],
            use_cpu=True, bf16=False, gradient_checkpointing=False, disable_tqdm=True, save_strategy="no",
            per_device_train_batch_size=4, per_device_eval_batch_size=4, num_generations=4, max_completion_length=24,
            learning_rate=1e-3, lr_scheduler_type="constant", beta=BETA, max_steps=STEPS, logging_steps=1,
            eval_strategy="steps", eval_steps=max(1, STEPS // 2), logging_nan_inf_filter=False, log_completions=True,
        )
        trainer = GRPOTrainer(
            model=MODEL, args=args, reward_funcs=rewards, callbacks=callbacks,
            train_dataset=sums(16, 0), eval_dataset=sums(4, 1),
        )
        trainer.train()
    print("trained", trainer.state.global_step)


sys.exit(main())
