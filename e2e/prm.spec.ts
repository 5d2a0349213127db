import { expect, test } from "./fixtures/app.ts";
import { expectClean, expectFitsAt } from "./fixtures/clean-page.ts";
import { type Launched, SMOKE_ARGS } from "./fixtures/short-runs.ts";

test.use({ benchOptions: { trained: true } });

test.describe(() => {
  test.use({ benchOptions: { shared: true, trained: true } });

  test("without labels the page says what to launch, in order", async ({ member: page, bench }) => {
    await page.goto(`${bench.url}/prm`);
    await expect(page.getByText("No step has been labeled in this project yet.")).toBeVisible();
    await page.getByRole("link", { name: "Label episodes" }).click();
    await expect(page).toHaveURL(/recipe=prm-labels/);
  });
});

test("labels of a real run: against their bands, step by step into the episode, and the model trained on them", async ({
  member: page,
  bench,
}) => {
  const labels = await bench.cliJson<Launched>("launch", "prm-labels", "--from", "baseline-s0", "--wait");
  const [labeller] = labels.runs;
  await bench.cliJson<Launched>("launch", "prm-train", "--from", labeller.id, "--wait");

  await page.goto(`${bench.url}/prm`);
  await expect(page.getByText(/step labels on 60 episodes of baseline-s0/)).toBeVisible();
  const distribution = page.getByRole("table", { name: "Label distribution" });
  await expect(distribution.getByRole("row")).toHaveCount(5);
  await expect(distribution.getByRole("row", { name: /^0.3/ })).toContainText("no band");
  await expect(distribution.getByRole("row", { name: /^0.5/ })).toContainText(
    /below, .*pp or more|cannot tell|inside/,
  );
  await expect(
    page.getByRole("table", { name: "Labels by action" }).getByRole("row", { name: /GET IIS/ }),
  ).toBeVisible();

  await page.getByLabel("Reason", { exact: true }).selectOption("solved");
  await expect(page).toHaveURL(/reason=solved/);
  const steps = page.getByRole("table", { name: "Labeled steps" });
  const first = steps.getByRole("row").nth(1);
  await expect(first).toContainText("solved");
  await expect(first).toContainText(/→ 0/);
  const position = await first.getByRole("cell").nth(1).textContent();
  await page.reload();
  await expect(first).toContainText("solved");

  await first.getByRole("link").click();
  await expect(page).toHaveURL(/\/evaluations\/evl_.*step=/);
  const episode = page.getByRole("table", { name: /^Episode on/ });
  const current = episode.locator('tr[aria-current="step"]');
  await expect(current).toContainText("solved");
  await expect(current.getByRole("rowheader")).toHaveText(position ?? "");
  await expect(current).toContainText("optimal");
  await page.goBack();
  await expect(page).toHaveURL(/reason=solved/);

  const models = page.getByRole("table", { name: "Trained models" });
  await expect(models.getByRole("row")).toHaveCount(2);
  await expect(models.getByRole("row").nth(1)).toContainText(/labels on baseline-s0/);
  await expect(page.getByRole("table", { name: /^Calibration of/ })).toBeAttached();
  // A model that ranks poorly says this behind its claim.
  await expect(page.getByText(/always saying the mean label/).first()).toBeAttached();
});

test("two label sets are shown together and one by one; every view is its address; axe finds nothing", async ({
  member: page,
  bench,
}) => {
  for (const name of ["baseline-s0", "baseline-s1"])
    await bench.cliJson<Launched>("launch", "prm-labels", "--from", name, "--title", name, "--wait");
  await page.goto(`${bench.url}/prm`);
  await page.getByText(/1 of 2 label sets: on baseline-s1/).click();
  await page.getByLabel("Show the labels on baseline-s0 by rules-s0").check();
  await expect(page).toHaveURL(/set=lbl_.*lbl_/);
  const bySet = page.getByRole("table", { name: "Labels by set" });
  await expect(bySet.getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("columnheader", { name: "Episode of" })).toBeVisible();
  await page.getByLabel("Show the labels on baseline-s1 by rules-s0-2").uncheck();
  await expect(bySet).toHaveCount(0);

  await page.goto(`${bench.url}/prm`);
  await expect(page.getByRole("table", { name: "Labeled steps" })).toBeVisible();
  await expectClean(page);
  await expectFitsAt(page, [1280], "labels");
});

test("a run that a PRM rewards is drawn with its score, and chosen samples stand between their mean and the best choice", async ({
  member: page,
  bench,
}) => {
  const launched = async (...words: string[]) =>
    (await bench.cliJson<Launched>("launch", ...words, "--wait")).runs[0];
  const labels = await launched("prm-labels", "--from", "baseline-s0");
  const model = await launched("prm-train", "--from", labels.id);
  const paid = await launched("grpo", "--input", `prm=${model.id}`, "--set", "prm_weight=0.5", ...SMOKE_ARGS);
  const small = ["level=medium", "train_problems=100", "eval_problems=60"].flatMap((pair) => ["--set", pair]);
  const given = ["--from", "baseline-s0", "--input", `prm=${model.id}`];
  const best = await launched("evaluate", "--preset", "best_of_8", ...given, ...small);

  await page.goto(`${bench.url}/prm`);
  const chart = page.getByRole("figure", { name: "PRM score beside what it should stand for" });
  await chart.scrollIntoViewIfNeeded();
  await expect(chart.locator("path").first()).toBeVisible();
  for (const line of ["PRM score", "verified reward", "RR@5, held out"])
    await expect(chart.locator("text", { hasText: line }).first()).toBeVisible();
  const row = page.getByRole("table", { name: "Runs rewarded by a PRM" }).getByRole("row").nth(1);
  await expect(row).toContainText(paid.name);
  await expect(row).toContainText(/c 0\.\d/);
  await expect(row).toContainText(/pp/);

  await page.goto(`${bench.url}/runs/${best.id}?tab=evaluations`);
  await page.locator('a[href^="/evaluations/evl_"]').first().click();
  await expect(page).toHaveURL(/\/evaluations\/evl_/);
  const samples = page.getByRole("table", { name: "All samples, the chosen and the best possible" });
  await expect(samples.getByRole("row")).toHaveText([
    /Of the samples/,
    /mean of the samples.*60/,
    /chosen by the PRM.*\/60/,
    /best possible choice.*\/60/,
  ]);
  await expect(page.getByText(/^Choosing by the PRM|Choosing by the PRM is/).first()).toBeVisible();
  const evaluation = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.goto(`${bench.url}/compare?e=${evaluation},${paid.id}`);
  const measures = page.getByRole("table", { name: "Measures by evaluation" });
  await expect(measures.getByRole("row", { name: /RR@5, mean of the samples/ })).toBeVisible();
  await expect(measures.getByRole("row", { name: /RR@5, best possible choice/ })).toBeVisible();
});
