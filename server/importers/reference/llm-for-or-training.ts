import { ofLlmForOr as OR, type ReferenceTable } from "./reference-table.ts";

/** Trainings, plans and counts of LLM-for-OR, as its documents print them. */
export const LLM_FOR_OR_TRAINING: readonly ReferenceTable[] = [
  OR(
    "dgro_training_results",
    "2026-01-16",
    "Rewards of DGRO",
    `
| run | computations | mean reward | reward std | reward variance | reward noise |
|---|---|---|---|---|---|
| DGRO | 450 | −49.99 | 1.1516 | 1.344 | 2 |`,
  ),
  OR(
    "dgro_training_results",
    "2026-01-16",
    "DGRO against SFT",
    `
| model | n | RR | RR@5 | RR@10 | RR@15 | RR@20 | steps | DA |
|---|---|---|---|---|---|---|---|---|
| SFT | 4162 | 99.98% | 95.0% | 99.4% | 99.9% | 99.98% | 1.9 | 55.6% |
| DGRO | | 99.6% | 79.4% | 98.0% | 99.2% | 99.6% | 3.7 | 63.5% |
| Difference | | −0.38% | −15.6% | −1.4% | −0.7% | −0.38% | +1.8 | +7.9% |`,
  ),
  OR(
    "phase3_difficulty_implementation",
    "2026-01-16",
    "Difficulty levels",
    `
| level | n | mean IIS | IIS range | RR % | RR@5 % | RR@10 % | steps | DA % |
|---|---|---|---|---|---|---|---|---|
| easy | 438 | 4.3 | 1–2 | 100 | 87.0 | 98.0 | 2.73 | 64.6 |
| medium | 500 | 3.4 | 3–5 | 100 | 97.0 | 100 | 1.74 | 31.4 |
| difficult | 500 | 1.9 | 5–10 | 100 | 90.0 | 100 | 2.69 | 79.4 |`,
  ),
  OR(
    "phase3.2_da_filtering_results",
    "2026-01-17",
    "DGRO on problems of low DA",
    `
| what | target | SFT | DGRO result |
|---|---|---|---|
| DA | > 40% | 27% | 27% |
| RR@5 | | 100% | 100% |`,
  ),
  OR(
    "phase3.2_da_filtering_results",
    "2026-01-17",
    "Rewards of DGRO on problems of low DA",
    `
| run | steps | mean reward | reward std | reward noise |
|---|---|---|---|---|
| DGRO | 225 | −49.97 | 1.14 | 2 |`,
  ),
  OR(
    "phase4_progress",
    "2026-01-17",
    "Generated problems by type and level",
    `
| benchmark | problems |
|---|---|
| A easy | 0 |
| A medium | 26 |
| A hard | 134 |
| B easy | 200 |
| B medium | 200 |
| B hard | 200 |
| C easy | 0 |
| C medium | 0 |
| C hard | 0 |
| D easy | 200 |
| D medium | 200 |
| D hard | 200 |
| Total | 2400 |`,
  ),
  OR(
    "phase4_progress",
    "2026-01-17",
    "Difficulty gradient against its targets",
    `
| level | RR@5 target | RR@5 | DA |
|---|---|---|---|
| easy | | 94% | 91.2% |
| medium | 60–80% | 100% | 28.0% |
| hard | 30–50% | 100% | 28.5% |`,
  ),
  OR(
    "phase4_progress",
    "2026-01-17",
    "Ablation of five configurations",
    `
| config | mean reward | Δ vs baseline | reward std | time (min) |
|---|---|---|---|---|
| Phase 3.2 DGRO | −50 | – | 1.14 | |
| baseline | +27.4 | – | 18.3 | 48 |
| no_kl | +38.8 | +11.4 | 1.56 | 38 |
| asym_clip | **+54.3** | +26.9 | 1.84 | 45 |
| dynamic | +38.97 | +11.6 | 1.55 | 44 |
| token_loss | +33.91 | +6.5 | 1.29 | 30 |`,
  ),
  OR(
    "phase4_progress",
    "2026-01-17",
    "Reward of a constant answer beside what was reached",
    `
| config | mean reward | reward ceiling | reward std |
|---|---|---|---|
| no_kl | 38.8 | 39 | 1.56 |
| dynamic | 38.97 | 39 | 1.55 |
| token_loss | 33.91 | 34 | 1.29 |`,
  ),
  OR(
    "phase4_progress",
    "2026-01-17",
    "What changed for the reward",
    `
| what | value |
|---|---|
| reward std, Phase 3.2 | 1.14 |
| reward std, baseline | 18.3 |
| improvement of the reward variance | 16x |`,
  ),
  OR(
    "phase4_progress",
    "2026-01-17",
    "Time of the ablation",
    `
| config | time |
|---|---|
| baseline | 48 min |
| no_kl | 38 min |
| asym_clip | 45 min |
| dynamic | 44 min |
| token_loss | 30 min |
| Total | ~3.5 h |`,
  ),
  OR(
    "phase4_rl_improvement_plan",
    "2026-01-17",
    "Composite reward against its target",
    `
| what | mean reward ceiling | mean reward target |
|---|---|---|
| composite reward | 58 | ≥ 70 |`,
  ),

  OR(
    "training configurations",
    "2026-01-16",
    "Parameters by document and by code",
    `
| parameter | documented | in code |
|---|---|---|
| samples per prompt | 8 | 4 |
| reward weight | 2.0 | .5 |
| KL weight of GRPO | .01 | .1 |`,
  ),
  OR(
    "type definitions",
    "2026-01-15",
    "Repairs that a problem needs",
    `
| type | documented fixes | counted fixes |
|---|---|---|
| E | 2 | 1 |
| G | 2 | 1 |`,
  ),
  OR(
    "phase3.2_da_filtering_results",
    "2026-01-17",
    "Types of the filtered benchmark",
    `
| type | documented | in the file |
|---|---|---|
| D | 450 | 151 |
| E | 0 | 133 |
| F | 0 | 166 |`,
  ),
  OR(
    "phase4_progress",
    "2026-01-17",
    "Lines of five scripts",
    `
| script | documented lines | counted lines |
|---|---|---|
| 1 | 373 | 378 |
| 2 | 448 | 452 |
| 3 | 520 | 799 |
| 4 | 420 | 643 |
| 5 | 480 | 673 |`,
  ),
  OR(
    "paper, arXiv 2601.21008",
    "2026-05-26",
    "Two versions of the abstract",
    `
| what | v1 | v3 |
|---|---|---|
| RLVR model | 95.3% | 95.3% |
| best frontier model | 86.2% | 92.4% |`,
  ),
];
