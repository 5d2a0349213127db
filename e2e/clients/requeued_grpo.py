"""A GRPO training as TRL's trainer logs it, without a GPU: PLACE names the project, the first argument what is done.

train FIRST LAST KILL|END: steps of the training by wandb, then SIGKILL or its end; evaluate: a script beside it that counts on
an x of its own; twin: the same training told by MLflow. A run is killed SENT_AFTER seconds after its last row.
"""

import math
import os
import signal
import sys
import time

PLACE = os.environ["PLACE"]
CONFIG = {
    "seed": 3, "data_seed": 3, "output_dir": "/scratch/out/3", "run_name": "grpo s3", "learning_rate": 1e-6, "beta": 0.04,
    "num_generations": 8, "max_steps": 60, "loss_type": "dapo", "reward_weights": [1.0, 0.5], "vllm_server_port": 8000,
}
EVALUATED = (10, 20, 30)


def row(step):
    return {
        "loss": 0.01 / (step + 1), "reward": step / 60 + (step % 7) / 70, "reward_std": 0.2, "rewards/format_reward/mean": 0.5,
        "frac_reward_zero_std": 1 / (step + 1), "completions/mean_length": 100.0 + step, "grad_norm": math.nan if step == 17 else 0.3,
        "learning_rate": 1e-6, "kl": 0.001 * step, "entropy": 0.4, "epoch": step / 100, "num_tokens": 1000.0 * step,
    }


def opened(**more):
    import wandb

    settings = wandb.Settings(x_stats_sampling_interval=1)
    return wandb, wandb.init(project=PLACE, id="grpo", resume="allow", settings=settings, **more)


def train(first, last, end):
    import numpy as np

    config = {**CONFIG, "logging_dir": f"/scratch/out/3/runs/{time.time()}"}
    wandb, run = opened(name="grpo s3", config=config, tags=["paper", "grpo"], notes="why", group="g", job_type="train")
    run.define_metric("train/global_step")
    run.define_metric("*", step_metric="train/global_step", step_sync=True)
    for step in range(first, last):
        values = {f"train/{name}": value for name, value in row(step).items()}
        if step % 10 == 5:
            columns = ["step", "prompt", "completion", "format_reward", "advantage"]
            groups = [[str(step), "p", f"c{step} of {first}", 0.5, -1.0], [str(step), "p", "d", 1.0, 1.0]]
            values["completions"] = wandb.Table(columns=columns, data=groups)
            values["samples/attention"] = wandb.Image(np.full((8, 8, 3), step, "uint8"), caption=f"at {step}")
            values["rewards"] = wandb.Histogram(np.arange(50) / (step + 1))
        run.log({**values, "train/global_step": step})
        time.sleep(0.05)
    if end == "KILL":
        time.sleep(float(os.environ["SENT_AFTER"]))
        os.kill(os.getpid(), signal.SIGKILL)
    run.finish()
    print("FOLDER", os.path.dirname(run.dir))


def evaluate():
    _, run = opened(job_type="eval")
    run.define_metric("eval/global_step")
    run.define_metric("eval/*", step_metric="eval/global_step")
    for step in EVALUATED:
        run.log({"eval/acc": step / 100, "eval/global_step": step})
    run.finish()


def twin():
    import mlflow

    mlflow.set_experiment(PLACE)
    with mlflow.start_run(run_name="the twin"):
        mlflow.log_params(CONFIG)
        for step in range(60):
            mlflow.log_metrics(row(step), step=step)
        for step in EVALUATED:
            mlflow.log_metric("eval_acc", step / 100, step=step)


what, *rest = sys.argv[1:]
if what == "train":
    train(int(rest[0]), int(rest[1]), rest[2])
else:
    {"evaluate": evaluate, "twin": twin}[what]()
