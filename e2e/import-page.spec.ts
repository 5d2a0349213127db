import { Buffer } from "node:buffer";
import { expect, test } from "./fixtures/app.ts";
import { expectClean } from "./fixtures/clean-page.ts";

const LOG = "run;seed;step;loss;val_acc\nA;0;0;0,75;40\nA;0;1;0,5;55,5\nA;1;0;0,8;42\nA;1;1;0,6;51\n";
const sent = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

test("a CSV file is previewed, mapped where it cannot be told, imported, found unchanged, and undone", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/import`);
  await page.getByLabel("Files").setInputFiles(sent("ablation.csv", LOG));
  await expect(page.getByLabel("Experiment")).toHaveValue("ablation");
  await page.getByRole("button", { name: "Preview" }).click();
  // Two runs of one file, and one thing that nobody but its author knows.
  await expect(page.getByText("A-s0")).toBeVisible();
  const commit = page.getByRole("button", { name: "Import 2 runs" });
  await expect(commit).toHaveAttribute("aria-disabled", "true");
  await page.getByLabel("Whether val_acc is a percentage").selectOption("percent");
  await expect(commit).not.toHaveAttribute("aria-disabled", "true");
  await expectClean(page, "an import that is previewed");
  await commit.click();
  await expect(page.getByRole("heading", { name: "Imported" })).toBeVisible();
  const made = page.getByRole("table", { name: "Imports" }).getByRole("row", { name: /ablation/ });
  await expect(made).toBeVisible();

  await page.getByLabel("Files").setInputFiles(sent("copy.csv", LOG));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByLabel("Whether val_acc is a percentage").selectOption("percent");
  await expect(page.getByRole("cell", { name: "unchanged" })).toHaveCount(2);
  await expectClean(page, "an import of what is there");

  await made.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Delete 2 runs" }).click();
  await expect(made.getByText("undone")).toBeVisible();
});

test("a file that is broken is refused by its place, and nothing is previewed", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/import`);
  await page.getByLabel("Files").setInputFiles(sent("log.csv", "step,loss\n0,1\n1,2,3\n"));
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText(/log\.csv, line 3/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Preview" })).toHaveCount(0);
});
