"""GRPO of TRL on verified answers, with the switches of DAPO as TRL has them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "parts"))

from settings import read_settings  # noqa: E402


def main():
    settings = read_settings()
    from groups import dynamic_trainer, group_arguments, train_groups
    from trl import GRPOConfig, GRPOTrainer

    def make(shared):
        config = GRPOConfig(**group_arguments(
            settings,
            beta=settings.beta,
            epsilon=settings.epsilon,
            epsilon_high=settings.epsilon_high or None,
            loss_type=settings.loss_type,
            scale_rewards=settings.scale_rewards,
            mask_truncated_completions=settings.mask_cut,
            entropy_coef=settings.entropy_coef,
        ))
        trainer = dynamic_trainer(GRPOTrainer)(args=config, **shared)
        trainer.max_draws = settings.max_draws
        return trainer

    train_groups(settings, make)


if __name__ == "__main__":
    main()
