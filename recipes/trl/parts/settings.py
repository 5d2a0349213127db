"""What a recipe is started with: a file of values that the worker wrote for this run, and the folder that is its own."""

import argparse
import json
import os
from types import SimpleNamespace

# A model is a folder or already here unless somebody says otherwise: a name that has to be fetched is fetched by its own switch.
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")


def read_settings():
    """Values of the run by name, with `seed`, `output` and `resume` (a checkpoint, or None)."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", required=True, help="JSON with the value of each field, and the seed")
    parser.add_argument("--output", required=True, help="a folder for what this run leaves")
    parser.add_argument("--start", default=None, help="a folder with the model to begin with, instead of the named one and of any imitation")
    parser.add_argument("--resume", default=None, help="a checkpoint to go on from")
    given = parser.parse_args()
    with open(given.config) as file:
        values = json.load(file)
    os.makedirs(given.output, exist_ok=True)
    if given.start is not None:
        values |= {"model": given.start} | ({"warm_steps": 0} if "warm_steps" in values else {})
    return SimpleNamespace(**values, output=given.output, resume=given.resume, use_cpu=not uses_gpu())


def uses_gpu():
    """
    Whether this run trains on a GPU: where a worker gave it one, or, started by hand, where torch sees one. Ends with one sentence
    where it was given one that cannot be used, before minutes are spent on a model.
    """
    given = os.environ.get("ABLAB_GPUS")
    if given == "0":
        # A worker that gives none hides those of the machine; whoever started it otherwise is believed, too.
        os.environ["CUDA_VISIBLE_DEVICES"] = ""
        return False
    import torch

    if torch.cuda.is_available():
        return True
    if given is None:
        return False
    build = getattr(getattr(torch, "version", None), "cuda", None)
    why = "that build is one for processors" if build is None else f"its CUDA {build} may be too new for the driver"
    raise SystemExit(
        f"This run was given {given} GPU, and torch {torch.__version__} of this Python sees none: {why}. "
        "Install a build for the driver, or launch it with the device CPU."
    )


def weights_in(settings):
    """
    The precision in which weights are held. What is trained is held in float32: in bfloat16 an AdamW step at a usual rate is
    mostly rounded away (of a small model 1 % of the weights moved in ten steps at 1e-6, all but 0.01 % in float32). Only the
    base under a LoRA adapter, which is not trained, is held in bfloat16 where the card has it.
    """
    return "bfloat16" if getattr(settings, "lora_rank", 0) > 0 and computes_in_bfloat16(settings) else "float32"


def computes_in_bfloat16(settings):
    """Whether a step is computed in bfloat16, over weights that stay as they are held: where the card has it."""
    if settings.use_cpu:
        return False
    import torch

    return torch.cuda.is_available() and torch.cuda.is_bf16_supported()


#: From so many parameters on, activations of a step need more memory than a usual card has.
LARGE = 1_000_000_000


def recomputes(settings):
    """Whether activations are computed again in the backward pass: half the speed of a small model, and much less memory."""
    if settings.checkpointing != "auto":
        return settings.checkpointing == "on"
    return not settings.use_cpu and settings.parameters >= LARGE


def set_threads(settings):
    """As many threads as the run is to use; 0 leaves it to torch. A log has no use for progress bars."""
    import datasets
    import torch
    from transformers.utils import logging

    logging.disable_progress_bar()
    datasets.disable_progress_bars()
    if settings.threads > 0:
        torch.set_num_threads(settings.threads)


def training_arguments(settings, **more):
    """Arguments that all trainers of transformers share, each written out, since their defaults change between versions."""
    return {
        "output_dir": settings.output,
        "seed": settings.seed,
        "max_steps": settings.steps,
        "learning_rate": settings.learning_rate,
        "lr_scheduler_type": settings.schedule,
        "per_device_train_batch_size": settings.batch,
        "gradient_accumulation_steps": settings.accumulation,
        "max_grad_norm": settings.max_grad_norm,
        "logging_steps": 1,
        # With the default, True, a loss that is not a number is logged as 0.
        "logging_nan_inf_filter": False,
        "save_strategy": "steps" if settings.save_steps > 0 else "no",
        "save_steps": max(1, settings.save_steps),
        "save_total_limit": 2,
        "report_to": "none",
        "disable_tqdm": True,
        "use_cpu": settings.use_cpu,
        "bf16": computes_in_bfloat16(settings),
        "gradient_checkpointing": recomputes(settings),
        **more,
    }
