import { expect, test } from "./fixtures/app.ts";
import { expectClean } from "./fixtures/clean-page.ts";

const PASTED = "| config | mean reward |\n|---|---|\n| no_kl | 38.8 |\n| asym_clip | 54.3 |";

test("a table that is pasted gets its findings in one press, and is kept as reported in another", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/reported`);
  await page.getByLabel("Table", { exact: true }).fill(PASTED);
  await page.getByRole("button", { name: "Check the table" }).click();
  await expect(page.getByText("table/scaled-rewards")).toBeVisible();

  await page.getByLabel("Document").fill("a report");
  await page.getByLabel("Date").fill("2026-01-17");
  await page.getByRole("button", { name: "Add as reported" }).click();
  await expect(page.getByRole("heading", { name: "Table 1" })).toBeVisible();
  await expect(page.getByText("Reported in a report, 2026-01-17; not measured here.")).toBeVisible();
  await expect(page.getByRole("cell", { name: /54\.3$/ })).toBeVisible();
  await expectClean(page, "a reported table");

  await page.getByLabel("Entry", { exact: true }).selectOption("asym_clip");
  await page.getByRole("link", { name: "Open the launch form" }).click();
  await expect(page).toHaveURL(/\/launch\?recipe=grpo&presets=(coded_)?asym_clip/);
  await page.goBack();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/reported$/);
});

test("the tables of two public projects come in with one press, document by document", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/reported`);
  await page.getByRole("button", { name: "Add the reference tables" }).click();
  const ablation = page.getByRole("link", { name: "Ablation of five configurations" });
  await expect(ablation).toBeVisible();
  await expectClean(page, "the reported tables");
  await ablation.click();
  await expect(page.getByText("table/scaled-rewards").first()).toBeVisible();
});

test.describe("of what was trained", () => {
  test.use({ benchOptions: { trained: true } });

  test("reported values stand beside measured ones where they are asked for, with a verdict", async ({
    member: page,
    bench,
    launched,
  }) => {
    await page.goto(`${bench.url}/reported`);
    await page
      .getByLabel("Table", { exact: true })
      .fill("| model | n | RR@5 |\n|---|---|---|\n| baseline | 4162 | 95.0% |\n| no_kl | | 94.3% |");
    await page.getByLabel("Document").fill("a paper");
    await page.getByRole("button", { name: "Add as reported" }).click();
    await expect(page).toHaveURL(/\/reported\/rtb_/);
    const [, id] = /\/reported\/(rtb_\w+)/.exec(page.url()) ?? [];

    await page.goto(`${bench.url}/experiments/${launched.experimentId}`);
    const table = page.getByRole("table", { name: "Ablation" });
    await expect(table.getByRole("row", { name: /^baseline/ })).toHaveCount(1);
    await page.getByLabel("Reported values").selectOption(id);
    await expect(page).toHaveURL(new RegExp(`reported=${id}`));
    const row = table.getByRole("row", { name: /^baseline.*95\.0%/ });
    await expect(row).toContainText("other problems were measured");
    await expect(table.getByRole("img", { name: /^reported/ }).first()).toBeVisible();
    await expectClean(page, "an experiment beside reported values");

    await page.goto(`${bench.url}/reported/${id}?entry=no_kl&with=${launched.experimentId}`);
    const results = page.getByRole("table", { name: "Reported and measured" });
    await expect(results.getByRole("row", { name: /^rr@5/ })).toContainText(/[Rr]eproduced/);
    await expectClean(page, "a row beside its result");

    const [a, b] = launched.runs.slice(0, 2).map((run) => run.id);
    await page.goto(`${bench.url}/compare?e=${a},${b}&reported=${id}`);
    const measures = page.getByRole("table", { name: "Measures by evaluation" });
    await expect(measures.getByRole("row", { name: /^RR@5/ })).toContainText("95.0%");
    await expectClean(page, "a comparison beside reported values");
  });
});
