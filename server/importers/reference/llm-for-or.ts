import { ofLlmForOr as OR, type ReferenceTable } from "./reference-table.ts";

/** Evaluations of LLM-for-OR, as its documents print them. What a cell does not print is left empty. */
export const LLM_FOR_OR_EVALUATIONS: readonly ReferenceTable[] = [
  OR(
    "multimodel_eval",
    "2026-01-11",
    "Models on 21 problems",
    `
| model | n | RR % | steps | step efficiency |
|---|---|---|---|---|
| gpt-5.2-chat | 21 | 100 | 1.24 | 157.08 |
| gpt-5-mini | 21 | 100 | 1.33 | 145.43 |
| o4-mini | 21 | 100 | 1.38 | 140.38 |
| DeepSeek-V3.2 | 21 | 100 | 1.52 | 127.59 |
| gpt-5-nano | 21 | 100 | 1.81 | 108.61 |
| o1 | 21 | 100 | 2.00 | 96.74 |
| DeepSeek-R1-0528 | 21 | 100 | 2.33 | 86.24 |
| gpt-4.1 | 21 | 100 | 2.38 | 83.30 |
| Llama-3.3-70B-Instruct | 21 | 100 | 3.14 | 62.33 |
| Kimi-K2-Thinking | 21 | 95.2 | 3.81 | 49.19 |
| gpt-4.1-mini | 21 | 66.7 | 13.57 | 14.18 |`,
  ),
  OR(
    "token_tracking_eval",
    "2026-01-12",
    "Tokens of models on 200 problems",
    `
| model | n | RR % | tokens | token efficiency |
|---|---|---|---|---|
| gpt-5.2-chat | 200 | 99.0 | 6002 | .165 |
| o4-mini | 200 | 98.5 | 7263 | .136 |
| o1 | 200 | 99.5 | 7352 | .135 |
| Kimi-K2-Thinking | 200 | 100 | 8640 | .116 |
| gpt-5-mini | 200 | 99.5 | 10756 | .093 |
| Llama-3.3-70B | 200 | 99.0 | 13631 | .073 |
| gpt-4.1-mini | 200 | 59.0 | 27094 | .022 |
| gpt-5-nano | 200 | 47.0 | 57063 | .008 |`,
  ),
  OR(
    "evaluation_framework",
    "2026-01-12",
    "Baselines on 5 problems",
    `
| agent | n | RR % | RR@5 % | RR@10 % | OP % | DA % |
|---|---|---|---|---|---|---|
| Heuristic | 5 | 100 | 100 | 100 | 100 | 45 |
| GreedyDrop | 5 | 100 | 100 | 100 | 100 | 45 |
| Random | 5 | 100 | 80 | 100 | 76 | 45 |`,
  ),
  OR(
    "robust_injection",
    "2026-01-12",
    "Injections that succeed",
    `
| type | basic % | robust % |
|---|---|---|
| A | 30 | 85 |
| B | 0 | 100 |
| C | 0 | 60 |
| D | 100 | 100 |`,
  ),
  OR(
    "sft_data_collection",
    "2026-01-13",
    "Samples for SFT",
    `
| source | samples |
|---|---|
| gpt-5.2-chat, train | 696 |
| gpt-5.2-chat, val | 78 |
| heuristic | 4442 |
| Total | 5216 |`,
  ),
  OR(
    "grpo_training",
    "2026-01-13",
    "GRPO v1",
    `
| run | prompts | generations | epochs | batch | steps | mean reward | reward variance | loss |
|---|---|---|---|---|---|---|---|---|
| GRPO v1 | 44 | 4 | 3 | 16 | 174 | 9.0 | 0 | 0 |`,
  ),
  OR(
    "model_evaluation",
    "2026-01-13",
    "SFT and GRPO v1 on 200 problems",
    `
| model | n | RR@5 % | RR@10 % | RR % | DA % |
|---|---|---|---|---|---|
| SFT | 200 | 83 | 99 | 100 | 80 |
| GRPO | 200 | 83 | 99 | 100 | 80 |`,
  ),
  OR(
    "sft_vs_grpo_comparison",
    "2026-01-14",
    "SFT and GRPO from the base model",
    `
| model | n | RR@5 % | RR@10 % | RR@15 % | RR@20 % | DA % | steps | tokens | time |
|---|---|---|---|---|---|---|---|---|---|
| SFT | 200 | 81.5 | 99.0 | 100 | 100 | 79.2 | 3.23 | 2746 | 3 min |
| GRPO-Independent | 200 | 14.0 | 28.5 | 46.0 | 53.5 | 33.8 | 9.72 | 16384 | 25 min |`,
  ),
  OR(
    "grpo_v2_evaluation",
    "2026-01-15",
    "SFT and GRPO v2 on the holdout",
    `
| model | n | RR@5 % | RR@10 % | RR@20 % | DA % | steps |
|---|---|---|---|---|---|---|
| SFT | 4162 | 95.0 | 99.4 | 100 | 55.6 | 1.9 |
| GRPO v2 | 4162 | 94.3 | 99.2 | 100 | 54.2 | 2.0 |`,
  ),
  OR(
    "type_ef_hard_evaluation",
    "2026-01-15",
    "Types E and F",
    `
| model | n | RR@5 % | RR@10 % | RR@15 % | RR@20 % | DA % | steps | time |
|---|---|---|---|---|---|---|---|---|
| SFT | 100 | 96.0 | 100 | 100 | 100 | 62.2 | 2.2 | 26.6 min |
| GRPO v2 | 100 | 91.0 | 99.0 | 100 | 100 | 56.6 | 2.2 | 30.2 min |`,
  ),
  OR(
    "type_ghi_mdp_evaluation",
    "2026-01-15",
    "Types G, H and I",
    `
| model | n | RR@5 % | RR@10 % | RR@15 % | RR@20 % | DA % | steps | time |
|---|---|---|---|---|---|---|---|---|
| SFT | 90 | 94.4 | 98.9 | 100 | 100 | 72.3 | 2.5 | 579.5 s |
| GRPO v2 | 90 | 92.2 | 97.8 | 100 | 100 | 72.3 | 2.7 | 669.6 s |`,
  ),
  OR(
    "randomized_naming_experiment",
    "2026-01-15",
    "Randomized names",
    `
| model | n | RR@5 % | RR@10 % | DA % | steps |
|---|---|---|---|---|---|
| SFT | 90 | 95.6 | 98.9 | 73.3 | 2.5 |
| GRPO v2 | 90 | 88.9 | 100 | 72.4 | 2.7 |`,
  ),
];
