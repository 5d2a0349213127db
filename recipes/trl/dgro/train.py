"""DGRO as it was coded and as it was published, and KRPO, over TRL's trainer."""

import functools
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "parts"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from formulas import kalman_advantages, published_loss, rescaled  # noqa: E402
from settings import read_settings  # noqa: E402


def coded_reward(function, settings):
    """The reward function with its rewards rescaled over the whole call, before TRL normalises inside each group."""
    import torch

    normals = torch.Generator().manual_seed(settings.seed)
    state = {"baseline": 0.0}

    @functools.wraps(function)
    def dgro(*args, log_metric=None, **kwargs):
        rewards = function(*args, log_metric=log_metric, **kwargs)
        if settings.ema_baseline:
            state["baseline"] += settings.ema_gain * (sum(rewards) / len(rewards) - state["baseline"])
        given = state["baseline"] if settings.ema_baseline else None
        changed, is_noisy = rescaled(rewards, settings.beta_reward, settings.min_variance, given, lambda: torch.randn((), generator=normals).item())
        if log_metric:
            log_metric("dgro/raw_reward", sum(rewards) / len(rewards))
            log_metric("dgro/noise_branch", float(is_noisy))
        return changed

    return dgro


def main():
    settings = read_settings()
    import torch
    from groups import dynamic_trainer, group_arguments, train_groups
    from trl import GRPOConfig, GRPOTrainer

    class Dgro(dynamic_trainer(GRPOTrainer)):
        def _calculate_rewards(self, inputs, *rest):
            self._drawn = super()._calculate_rewards(inputs, *rest)
            return self._drawn

        def _generate_and_score_completions(self, inputs):
            out = super()._generate_and_score_completions(inputs)
            if settings.variant == "krpo" and self.model.training:
                rewards = (self._drawn * self.reward_weights.to(self._drawn.device)).nansum(dim=1)
                groups = rewards.view(-1, self.num_generations).tolist()
                found = [a for g in groups for a in kalman_advantages(g, settings.kalman_q, settings.kalman_r, settings.kalman_p0)]
                out["advantages"] = torch.tensor(found, dtype=torch.float32, device=out["advantages"].device)
                self._metrics["train"]["krpo/advantage"].append(out["advantages"].mean().item())
            return out

        def _compute_loss(self, model, inputs):
            if settings.variant != "paper":
                return super()._compute_loss(model, inputs)
            ids = torch.cat([inputs["prompt_ids"], inputs["completion_ids"]], dim=1)
            attended = torch.cat([inputs["prompt_mask"], inputs["completion_mask"]], dim=1)
            now, entropies, _ = self._get_per_token_logps_and_entropies(
                model, ids, attended, inputs["completion_ids"].size(1), compute_entropy=True,
            )
            sampled = inputs.get("old_per_token_logps")
            sampled = now.detach() if sampled is None else sampled
            mask = inputs["completion_mask"]
            loss = published_loss(now, sampled, mask, inputs["advantages"], settings.beta1, settings.beta2)
            said = self._metrics["train" if model.training else "eval"]
            said["entropy"].append(((entropies * mask).sum() / mask.sum().clamp(min=1)).item())
            said["dgro/log_ratio"].append(((now - sampled) * mask).sum(dim=1).abs().mean().item())
            return loss / self.current_gradient_accumulation_steps

    is_paper = settings.variant == "paper"

    def make(shared):
        config = GRPOConfig(**group_arguments(
            settings,
            beta=0.0 if is_paper else settings.beta,
            epsilon=settings.epsilon,
            epsilon_high=settings.epsilon_high or None,
            loss_type=settings.loss_type,
            # As published nothing is divided by a deviation.
            scale_rewards="none" if is_paper else settings.scale_rewards,
            mask_truncated_completions=settings.mask_cut,
        ))
        return Dgro(args=config, **shared)

    coded = (lambda functions: [coded_reward(functions[0], settings), *functions[1:]]) if settings.variant == "as_coded" else None
    train_groups(settings, make, coded)


if __name__ == "__main__":
    main()
