import { ofLlmForOr as OR, type ReferenceTable } from "./reference-table.ts";

/** Settings, plans, sets and rewards of LLM-for-OR, as its documents and its code print them. */
export const LLM_FOR_OR_PLANS: readonly ReferenceTable[] = [
  OR(
    "phase2_grpo_improvements",
    "2026-01-15",
    "Labels of steps (PRM)",
    `
| label | expected | documented | in code |
|---|---|---|---|
| 1.0 solved, or IIS reduced | 20–30% | yes | yes |
| 0.5 correct diagnosis | 30–40% | yes | yes |
| 0.3 partial diagnosis | | – | yes |
| 0.2 diagnostic action | 10–20% | yes | yes |
| 0.0 no progress | 20–30% | yes | yes |`,
  ),
  OR(
    "phase2_grpo_improvements",
    "2026-01-15",
    "Settings of GRPO and DGRO",
    `
| parameter | GRPO | DGRO |
|---|---|---|
| KL weight | 0.01 | 0.001 |
| reward weight | 1.0 | 2.0 |
| temperature | 0.7 | 1.0 |
| samples per prompt | 4 | 8 |`,
  ),
  OR(
    "phase2_grpo_improvements",
    "2026-01-15",
    "Failures of SFT on the holdout",
    `
| what | documented | in the file |
|---|---|---|
| problems not solved | ~5% | 1/4162 |`,
  ),
  OR(
    "sft_data_collection, grpo_v2_evaluation",
    "2026-01-15",
    "Sets of problems",
    `
| set | problems |
|---|---|
| full benchmark | 4462 |
| SFT train | 696 |
| SFT val | 78 |
| held-out | 4162 |`,
  ),
  OR(
    "sft_data_collection",
    "2026-01-13",
    "Failure rates of the teachers",
    `
| teacher | solved | problems | success |
|---|---|---|---|
| gpt-5.2-chat | 774 | 1000 | 77.4% |
| heuristic | 4442 | 4462 | |`,
  ),
  OR(
    "dgro_training_results",
    "2026-01-16",
    "Settings of DGRO",
    `
| run | KL weight | reward weight | temperature | prompts | generations | epochs | batch size | steps |
|---|---|---|---|---|---|---|---|---|
| DGRO | 0.001 | 2.0 | 1.0 | 300 | 4 | 3 | 8 | 450 |`,
  ),
  OR(
    "training documents",
    "2026-01-17",
    "Time of the trainings",
    `
| training | steps | time |
|---|---|---|
| SFT | | 5 min 54 s |
| GRPO v1 | 174 | 23 min 34 s |
| DGRO | 450 | 5.3 h |
| DGRO on problems of low DA | 225 | ~3 h |`,
  ),
  OR(
    "self_play_training",
    "2026-01-17",
    "A round of self-play whose evaluation fails",
    `
| evaluation | state | RR@5 | RR@10 | RR@20 | DA |
|---|---|---|---|---|---|
| of any round | failed | .80 | .95 | 1.0 | .60 |`,
  ),
  OR(
    "phase4_progress, train_grpo_ablation",
    "2026-01-17",
    "Settings of the ablation",
    `
| config | KL weight | temperature | max gradient norm | reward scale | mean reward |
|---|---|---|---|---|---|
| baseline | 0.001 | 0.7 | 1.0 | 1.0 | +27.4 |
| no_kl | 0 | 0.7 | 1.0 | 1.0 | +38.8 |
| asym_clip | 0 | 0.7 | 1.0 | 1.4 | +54.3 |
| dynamic | 0 | 1.0 | 1.0 | 1.0 | +38.97 |
| token_loss | 0 | 0.7 | 0.5 | 1.0 | +33.91 |`,
  ),
  OR(
    "phase4_rl_improvement_plan, composite_reward",
    "2026-01-17",
    "Components of the composite reward",
    `
| component | weight | maximum |
|---|---|---|
| outcome | 0.5 | 100 |
| diagnosis | 0.3 | 20 |
| efficiency | 0.2 | 10 |
| target of the mean reward | | ≥ 70 |`,
  ),
  OR(
    "phase4_rl_improvement_plan",
    "2026-01-17",
    "Plan by level",
    `
| level | SFT | target | improvement |
|---|---|---|---|
| easy RR@5 | 87% | 92% | +5 pp |
| medium RR@5 | 97% | 95% | −2 pp |
| hard RR@5 | ~60% | 75% | +15 pp |
| expert RR@5 | ~30% | 50% | +20 pp |
| DA | 55% | 70% | +15 pp |`,
  ),
];
