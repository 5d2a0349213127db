import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AblationTable } from "../server/contracts/experiment.ts";
import { expect, test } from "./fixtures/app.ts";

const STRANGER = join(import.meta.dirname, "fixtures", "stranger");
const CLIENT = join(import.meta.dirname, "..", "clients", "python");
const version = spawnSync("python3", ["-c", "import sys; print(sys.version_info >= (3, 9))"]).stdout;
const hasPython = version?.toString().trim() === "True";

test.use({ benchOptions: { ownWorker: true, slots: 3 } });
test.skip(!hasPython, "There is no python3 of 3.9 or newer to run a script with.");

test("a stranger's script is drafted, launched as 2 x 2 with 3 seeds from its form, and fills table, variance and completions", async ({
  member: page,
  bench,
}) => {
  const folder = join(mkdtempSync(join(tmpdir(), "ablab-stranger-")), "answers");
  cpSync(STRANGER, folder, { recursive: true });
  const drafted = await bench.cli("recipe", "new", folder);
  expect(drafted.code, drafted.stderr).toBe(0);
  const file = join(folder, "ablab.recipe.json");
  const recipe = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...recipe, environment: ["PYTHONPATH"] }, null, 2));
  bench.startWorker(["--recipes", folder], { PYTHONPATH: CLIENT });
  await expect
    .poll(async () => JSON.stringify(await bench.cliJson("recipe", "list")), { timeout: 600_000 })
    .toContain('"answers"');

  // No pipeline that the bench has is of it, and the form does not offer those of others as if they were.
  await page.goto(`${bench.url}/launch?mode=pipeline&recipe=answers`);
  await expect(page.getByRole("heading", { name: /^No pipeline has/ })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Pipeline" })).toHaveCount(0);

  await page.goto(`${bench.url}/launch`);
  await page.getByRole("combobox", { name: "Recipe" }).selectOption("answers");
  await page.getByText("Matrix", { exact: true }).click();
  for (const [name, levels] of [
    ["learning_rate", "2"],
    ["group_size", "8"],
  ]) {
    await page.getByLabel("Factor", { exact: true }).selectOption(name);
    const row = page.locator(`[data-param="${name}"]`);
    await row.getByRole("textbox").fill(levels);
    await row.getByRole("textbox").press("Enter");
  }
  await page.getByLabel("Question").fill("How far, and how many?");
  await page.getByRole("textbox", { name: "Seeds" }).fill("0-2");
  await expect(
    page.getByText("12 runs on 3 slots").or(page.getByText(/no run of answers has finished/)),
  ).toBeVisible();
  await page.getByRole("button", { name: /Launch 12 runs/ }).click();

  await expect(page).toHaveURL(/\/experiments\/exp_/);
  await expect(page.getByText("12 finished")).toBeVisible({ timeout: 600_000 });
  const table = page.getByRole("table", { name: "Ablation" });
  await expect(table.getByRole("row").filter({ hasText: "3/3" })).toHaveCount(4);
  const { rows, columns } = await bench.cliJson<AblationTable>("table", "latest");
  expect(columns.find(({ primary }) => primary)?.metric).toBe("reward");
  expect(rows.map(({ n }) => n)).toEqual([3, 3, 3, 3]);
  for (const { metrics } of rows) expect(metrics.reward.value).not.toBeNull();

  const experiment = new URL(page.url()).pathname.split("/").at(-1);
  await page.goto(`${bench.url}/variance?experiment=${experiment}`);
  await expect(page.getByText(/zero|dead|alike/i).first()).toBeVisible();
  const { rows: runs } = await bench.cliJson<{ rows: { id: string }[] }>("runs");
  await page.goto(`${bench.url}/runs/${runs[0].id}?tab=groups`);
  await expect(page.getByText("Step 12", { exact: true })).toBeVisible();
  await expect(page.getByText(/Which is longer/).first()).toBeVisible();
  rmSync(folder, { recursive: true, force: true });
});
