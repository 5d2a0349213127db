import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./fixtures/app.ts";
import { expectClean, expectFitsAt, expectNoViolation } from "./fixtures/clean-page.ts";

test.use({ benchOptions: {} });

interface LaunchAnswer {
  experimentId: string;
  runs: { id: string }[];
}
type Named = { id: string; name: string }[];

test("a set that a run made is measured, read by level and type, saved as files, deleted and brought back", async ({
  member: page,
  bench,
}) => {
  const out = (...names: string[]) => test.info().outputPath(...names);
  const launch = (...args: string[]) => bench.cliJson<LaunchAnswer>("launch", ...args, "--wait");
  const small = ["--set", "types=ABCD", "--set", "per_cell=12", "--set", "models=lp"];
  const maker = await launch("benchmark", ...small, "--set", "problem_seed=3");
  await launch("benchmark", "--set", "types=A", "--set", "per_cell=8", "--set", "problem_seed=4");
  const [set] = (await bench.cliJson<Named>("benchmark", "list")).filter(({ name }) => /ABCD/.test(name));
  const measured = ["--benchmark", set.name, "--set", "eval_problems=4000", "--set", "holdout_share=0.9"];
  await launch("evaluate", "--preset", "oracle", ...measured);

  await page.goto(`${bench.url}/runs/${maker.runs[0].id}`);
  const margin = page.getByRole("complementary", { name: "About this run" });
  await expect(margin.getByRole("link", { name: "Download dataset.json and models" })).toBeVisible();
  await margin.getByRole("link", { name: set.name }).click();
  await expect(page.getByRole("heading", { name: set.name, level: 1 })).toBeVisible();

  await expect(page.getByText(/hard is solved more often than medium \(\+/).first()).toBeVisible();
  const types = page.getByRole("table", { name: /^RR@5 by error type/ });
  await expect(types.getByRole("row", { name: /^B/ })).toContainText("3.00");
  await expect(
    page.getByText(/The order is wrong in 1 type\. B: hard .*\(1\.00 faults against 3\.00\)/),
  ).toBeVisible();
  const levels = page.getByRole("table", { name: "RR@5 by level" });
  await expect(levels.getByText(/wrong order, \+/)).toBeVisible();
  await expect(page.getByText(/144 problems compared with (24|0) problems of other sets/)).toBeVisible();
  await expectClean(page, "a measured benchmark");
  await expectFitsAt(page, [390, 1280, 1920], "a measured benchmark");
  await page.getByRole("combobox", { name: "Error type" }).selectOption("B");
  await expect(page).toHaveURL(/type=B/);
  await expect(types).toHaveCount(0);

  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download dataset.json and models" }).click();
  const archive = out("set.tar.gz");
  await (await saving).saveAs(archive);
  execFileSync("tar", ["-xzf", archive], { cwd: out() });
  const folder = out((await saving).suggestedFilename().replace(".tar.gz", ""));
  expect(readdirSync(join(folder, "models"))).toHaveLength(144);
  const again = await bench.cli("benchmark", "add", folder, "--name", "again");
  expect(again.stderr).toContain(`already registered as "${set.name}"`);

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`With "${set.name}" go 144 problems`);
  await expect(dialog).toContainText("1 run was on it, with 1 evaluation");
  await expectNoViolation(page, "deleting a benchmark");
  await dialog.getByRole("button", { name: `Delete ${set.name}` }).click();
  await expect(page.getByText(/deleted, gone for good at/)).toBeVisible();
  await page.keyboard.press("u");
  await expect(page.getByRole("region", { name: "Last change" })).toContainText(`Brought back ${set.name}.`);
  await expect(page.getByText(/gone for good at/)).toHaveCount(0);

  await bench.cliJson("delete", "experiment", maker.experimentId);
  const { rows } = await bench.cliJson<{ rows: { id: string }[] }>("runs");
  expect(rows.map(({ id }) => id)).not.toContain(maker.runs[0].id);
  await bench.cliJson("edit", "experiment", maker.experimentId, "--unarchive");
  const back = await bench.cliJson<{ rows: { id: string }[] }>("runs");
  expect(back.rows.map(({ id }) => id)).toContain(maker.runs[0].id);
});
