import type { ReferenceTable } from "./reference-table.ts";

const AX = (document: string, title: string, text: string): ReferenceTable => ({
  document: `axiom-rl, ${document}`,
  documentDate: "2025-12",
  title,
  text,
});

/** Tables of the project axiom-rl, as its documents print them. */
export const AXIOM_RL: readonly ReferenceTable[] = [
  AX(
    "experiment 01",
    "Best of 8",
    `
| problem | passed |
|---|---|
| remove_duplicates | 1/8 |
| fibonacci | 5/8 |
| merge_sorted_arrays | 7/8 |
| valid_parentheses | 7/8 |
| fizzbuzz | 8/8 |
| reverse_string | 8/8 |
| is_palindrome | 8/8 |
| binary_search | 8/8 |
| two_sum | 8/8 |
| max_subarray | 8/8 |
| Total | 68/80 |`,
  ),
  AX(
    "experiment 06",
    "SFT by type",
    `
| type | passed |
|---|---|
| rpn | 5/5 |
| arithmetic | 0/5 |
| parentheses | 3/5 |
| fizzbuzz | 5/5 |
| reverse_string | 5/5 |
| is_palindrome | 3/5 |
| fibonacci | 5/5 |
| binary_search | 5/5 |
| two_sum | 3/5 |
| max_subarray | 5/5 |
| remove_duplicates | 2/4 |
| Total | 42/55 |`,
  ),
  AX(
    "experiment 07",
    "GRPO on FizzBuzz by step",
    `
| step | loss | reward |
|---|---|---|
| 1 | 0 | 1.0 |
| 2 | −.0230 | 1.0 |
| 3 | −.0225 | 1.0 |
| 4 | −.0133 | 1.0 |
| 5 | −.1442 | 1.0 |`,
  ),
  AX(
    "experiment 07",
    "Memory of GRPO by part",
    `
| part | memory (GB) |
|---|---|
| policy | 1 |
| reference | 1 |
| LoRA | .05 |
| optimizer | .1 |
| activations | 6–7 |
| other | .5 |
| Total | ~9.5 |`,
  ),
  AX(
    "experiment 07",
    "Criteria of GRPO on FizzBuzz",
    `
| criterion | target | result | status |
|---|---|---|---|
| training loop ends | yes | yes | ✅ |
| loss is a number | a number | 0.0 to −0.14 | ✅ |
| reward | ≥ 0 | 1.0 | ✅ |
| memory (GB) | ≤ 10 | 9.5 | ✅ |
| loss changes | yes | yes | ✅ |`,
  ),
  AX(
    "experiment 07",
    "Time of a step on FizzBuzz",
    `
| part | time |
|---|---|
| loading the policy | ~15 s |
| loading the reference | ~15 s |
| generation of a step | ~3–4 min |
| reward of a step | < 1 s |
| update of a step | ~5 s |
| all of a step | ~5 min |
| 5 steps | ~25 min |`,
  ),
  AX(
    "experiment 10",
    "Coin change and edit distance by step",
    `
| step | problem | mean reward | max reward |
|---|---|---|---|
| 1 | coin_change | 0.00 | 0.00 |
| 2 | coin_change | 0.50 | 1.00 |
| 3 | coin_change | 1.00 | 1.00 |
| 4 | coin_change | 0.50 | 1.00 |
| 5 | coin_change | 0.00 | 0.00 |
| 6 | edit_distance | 0.10 | 0.10 |
| 7 | edit_distance | 0.00 | 0.00 |
| 8 | edit_distance | 0.10 | 0.20 |
| 9 | edit_distance | 0.00 | 0.00 |
| 10 | edit_distance | 0.00 | 0.00 |`,
  ),
  AX(
    "experiment 10",
    "Settings of GRPO on hard problems",
    `
| run | samples per prompt | KL weight | learning rate | steps | time per step | total time |
|---|---|---|---|---|---|---|
| GRPO | 2 | 0.04 | 2e-5 | 10 | ~5 min | ~40 min |`,
  ),
  AX(
    "experiment 10",
    "Hard problems before and after",
    `
| problem | n | solved before | solved after | mean reward | max reward |
|---|---|---|---|---|---|
| coin_change | 1 | 0% | 0% | .40 | 1 |
| edit_distance | 1 | 0% | 100% | .04 | .20 |`,
  ),
  AX(
    "experiment 15",
    "M-GRPO by step",
    `
| step | loss | reward | val % | updates |
|---|---|---|---|---|
| 1 | .221 | 1 | 60 | 5 |
| 2 | .149 | .52 | 40 | 5 |
| 3 | .199 | .733 | 80 | 6 |
| 4 | .183 | .925 | 60 | 8 |
| 5 | .152 | 1 | 60 | 8 |
| 6 | .138 | 1 | 40 | 7 |
| 7 | .137 | 1 | 60 | 9 |
| 8 | .273 | 1 | 60 | 1 |
| 9 | .301 | 1 | 80 | 1 |
| 10 | .145 | .771 | 60 | 7 |
| 11 | .258 | .2 | 80 | 1 |
| 12 | .172 | 1 | 0 | 1 |
| 13 | .187 | 1 | 40 | 3 |
| 14 | .156 | 1 | 40 | 5 |
| 15 | .154 | 1 | 40 | 3 |
| 16 | .143 | 1 | 80 | 4 |
| 17 | .142 | .657 | 60 | 7 |
| 18 | .146 | .886 | 60 | 7 |
| 19 | .111 | 1 | 60 | 6 |
| 20 | .191 | 1 | 40 | 6 |
| Mean | | .877 | 52 | 5.05 |`,
  ),

  AX(
    "experiment 04",
    "Replay buffer before and after",
    `
| when | n | val % | test % |
|---|---|---|---|
| before | 20 | 70 | 60 |
| after | 20 | 80 | 55 |`,
  ),
  AX(
    "experiments 01 to 04",
    "Years of the experiments",
    `
| experiment | year in README | year in files |
|---|---|---|
| 01 | 2024 | 2025 |
| 02 | 2024 | 2025 |
| 03 | 2024 | 2025 |
| 04 | 2024 | 2025 |`,
  ),
  AX(
    "experiment 07",
    "Files that the report lists",
    `
| file | documented | committed |
|---|---|---|
| config.json | 1 | 0 |
| training_log.txt | 1 | 0 |
| metrics.jsonl | 1 | 0 |`,
  ),
];
