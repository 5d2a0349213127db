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

  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/reported$/);
});
