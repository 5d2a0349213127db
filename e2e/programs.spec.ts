import { expect, test } from "./fixtures/app.ts";
import { expectClean, expectFitsAt } from "./fixtures/clean-page.ts";
import type { Launched } from "./fixtures/short-runs.ts";

test.use({ benchOptions: { shared: true } });

test("programs: criteria of an experiment, what an evaluation solves by family, and two of them compared", async ({
  member: page,
  bench,
}) => {
  const small = ["fizzbuzz", "--smoke", "--seeds", "0", "--title", "Programs"];
  const { experimentId, runs } = await bench.cliJson<Launched>("pipeline", ...small, "--wait");
  const idOf = (stage: string) => runs.find(({ name }) => name.includes(stage))?.id ?? "";
  await page.goto(`${bench.url}/experiments/${experimentId}`);
  const criteria = page.getByRole("table", { name: "Criteria" });
  await expect(criteria.getByRole("row", { name: /^Solved/ })).toContainText(/≥ 95\.0/);
  await expect(criteria.getByRole("row", { name: /^Solved/ })).toContainText(/met by (1 seed|0 of 1 seed)/);
  await expectClean(page, "an experiment of programs");
  await expectFitsAt(page, [1280], "an experiment of programs");

  await page.goto(`${bench.url}/runs/${idOf("grpo")}?tab=evaluations`);
  await page.getByRole("row", { name: /final/ }).getByRole("link").click();
  await expect(page).toHaveURL(/\/evaluations\/evl_/);
  await expect(
    page.getByRole("table", { name: "Metrics" }).getByRole("row", { name: /^Solved/ }),
  ).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Difficulty" }).first()).toBeVisible();
  await expectClean(page, "an evaluation of programs");

  await page.goto(`${bench.url}/compare?e=${idOf("sft")},${idOf("grpo")}`);
  const measures = page.getByRole("table", { name: "Measures by evaluation" });
  await expect(measures.getByRole("row", { name: /^Solved/ })).toBeVisible();
  await expect(measures.getByRole("row", { name: /^(Steps|DA)/ })).toHaveCount(0);
  await expectClean(page, "programs compared");
  await expectFitsAt(page, [1280], "programs compared");
});
