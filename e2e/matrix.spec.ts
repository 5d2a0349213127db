import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./fixtures/app.ts";
import { SMOKE } from "./fixtures/short-runs.ts";
import type { AblationTable } from "../server/contracts/experiment.ts";

test.use({ benchOptions: { shared: true } });

const REAL = join(
  process.env.ABLAB_TEST_DATA ?? join(import.meta.dirname, "..", "..", "shared", "data"),
  "LLM-for-OR/data/benchmarks/or_debug_bench_hard_da",
);

test("a matrix of presets x seeds becomes an ablation table with curves and a verdict", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/launch?mode=matrix&presets=baseline,no_kl&seeds=0-2&set=${SMOKE}`);
  await expect(page.getByText("6 runs on 2 slots")).toBeVisible();
  await page.getByRole("button", { name: /Launch 6 runs/ }).click();
  await expect(page).toHaveURL(/\/experiments\/exp_/);
  await expect(page.getByText("6 finished")).toBeVisible({ timeout: 600_000 });
  const table = page.getByRole("table", { name: "Ablation" });
  await expect(table.getByRole("row", { name: /^baseline/ })).toContainText("3/3");
  await expect(table.getByRole("row", { name: /no_kl/ })).toContainText("beta_kl 0.01 → 0");
  await expect(page.locator(".answer")).toContainText("on RR@5");
  const inFull = page.getByText(/^RR@5: .*(significantly|differs?|identical|no variation)/);
  await expect(inFull).toBeHidden();
  await page.getByText("Methods", { exact: true }).click();
  await expect(inFull).toBeVisible();
  await expect(
    page.getByRole("figure", { name: "Zero-variance groups" }).locator("path").first(),
  ).toBeVisible();
  const json = await bench.cliJson<AblationTable>("table", "latest");
  expect(json.rows.map((r) => [r.config, r.n, r.planned])).toEqual([
    ["baseline", 3, 3],
    ["no_kl", 3, 3],
  ]);
  await table
    .getByRole("button", { name: /where it comes from/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toContainText("seed 0");
});

test("a twin is one press, and the table says what its chance is worth", async ({ member: page, bench }) => {
  await page.goto(`${bench.url}/launch?mode=matrix&presets=baseline,no_kl&seeds=0-2&set=${SMOKE}`);
  await page.getByRole("checkbox", { name: "Add an A/A control" }).check();
  await expect(page).toHaveURL(/twin=true/);
  await page.getByRole("button", { name: /Launch 9 runs/ }).click();
  await expect(page.getByText("9 finished")).toBeVisible({ timeout: 600_000 });
  const table = page.getByRole("table", { name: "Ablation" });
  await expect(table.getByRole("row", { name: /^baseline, twin/ })).toContainText("3/3");
  await page.getByText("Methods", { exact: true }).click();
  await expect(
    page
      .getByText(/the A\/A control, whose start moved by 1e-6, scatters by .* seed by seed in RR@5/)
      .first(),
  ).toBeVisible();
});

test("another reward function is shown and not ranked, a multiplied one is ranked by its raw part", async ({
  member: page,
  bench,
}) => {
  await page.goto(
    `${bench.url}/launch?mode=matrix&seeds=0-1&vary=reward=outcome,rr5;reward_scale_positive=1,1.4&set=${SMOKE}`,
  );
  await page.getByRole("button", { name: /Launch 8 runs/ }).click();
  await expect(page.getByText("8 finished")).toBeVisible({ timeout: 600_000 });
  await expect(page.getByText(/have different reward functions/).first()).toBeVisible();
  await page.getByLabel("Headline metric").selectOption("reward/raw");
  const table = page.getByRole("table", { name: "Ablation" });
  await expect(table.getByRole("row", { name: /rr5, reward_scale_positive 1.4/ })).toContainText(
    "not ranked",
  );
  await expect(table.getByRole("row", { name: /outcome, reward_scale_positive 1.4/ })).not.toContainText(
    "not ranked",
  );
});

test("two parameters that no preset varies, on 450 real problems", async ({ member: page, bench }) => {
  test.skip(!existsSync(REAL), `the real benchmark is not at ${REAL}`);
  const added = await bench.cliJson<{ n: number }>("benchmark", "add", REAL, "--name", "hard-da");
  expect(added.n).toBe(450);
  await page.goto(
    `${bench.url}/launch?mode=matrix&seeds=0-1&set=problems=hard-da;iterations=6;prompts=16;eval_every=6;sft_demos=200;sft_epochs=8`,
  );
  const factor = page.getByLabel("Factor", { exact: true });
  await factor.selectOption("learning_rate");
  const rates = page.locator('[data-param="learning_rate"]').getByPlaceholder("add level");
  await rates.fill("0.004");
  await rates.press("Enter");
  await factor.selectOption("group_size");
  const sizes = page.locator('[data-param="group_size"]').getByPlaceholder("add level");
  await sizes.fill("4");
  await sizes.press("Enter");
  await page.getByRole("button", { name: /Launch 8 runs/ }).click();
  await expect(page.getByText("8 finished")).toBeVisible({ timeout: 600_000 });
  const table = page.getByRole("table", { name: "Ablation" });
  await expect(table.getByRole("row", { name: /learning_rate 0.004, group_size 4/ })).toContainText("2/2");
  await expect(page.getByText(/has 2 seeds: too few for an interval/).first()).toBeVisible();
  await expect(page.getByText(/no interval/).first()).toBeVisible();
  const json = await bench.cliJson<AblationTable>("table", "latest");
  expect(json.columns.find((c) => c.metric === "eval/rr_at_5")?.problems).toBeGreaterThan(100);
});
