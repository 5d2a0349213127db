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
| 3 | .223 | .733 | 80 | 6 |
| 4 | .199 | .925 | 60 | 8 |
| 5 | .183 | 1 | 60 | 8 |
| 6 | .152 | 1 | 40 | 7 |
| 7 | .138 | 1 | 60 | 9 |
| 8 | .137 | 1 | 60 | 1 |
| 9 | .273 | 1 | 80 | 1 |
| 10 | .301 | .771 | 60 | 7 |
| 11 | .145 | .2 | 80 | 1 |
| 12 | .258 | 1 | 0 | 1 |
| 13 | .172 | 1 | 40 | 3 |
| 14 | .187 | 1 | 40 | 5 |
| 15 | .156 | 1 | 40 | 3 |
| 16 | .154 | 1 | 80 | 4 |
| 17 | .143 | .657 | 60 | 7 |
| 18 | .142 | .886 | 60 | 7 |
| 19 | .146 | 1 | 60 | 6 |
| 20 | .111 | 1 | 40 | 6 |
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
