import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "./fixtures/app.ts";
import { expectClean, expectFitsAt } from "./fixtures/clean-page.ts";
import type { Launched } from "./fixtures/short-runs.ts";

test.use({ benchOptions: { trained: true } });

/** A results.db of one model: a timeout, a wrong diagnosis, and a solved episode that is slow. */
function writeResults(path: string): void {
  const db = new DatabaseSync(path);
  db.exec(
    "create table evaluation_results (id integer primary key, model_name, problem_id, success, final_status, steps, diagnosed_constraints, ground_truth_iis)",
  );
  const insert = db.prepare(
    "insert into evaluation_results (model_name, problem_id, success, final_status, steps, diagnosed_constraints, ground_truth_iis) values ('qwen', ?, ?, ?, ?, ?, ?)",
  );
  insert.run("lp_typeA_001", 0, "INFEASIBLE", 20, "[]", '["c1"]');
  insert.run("lp_typeB_002", 0, "INFEASIBLE", 4, '["c9"]', '["c1"]');
  insert.run("lp_typeB_003", 1, "OPTIMAL", 9, '["c1"]', '["c1"]');
  db.close();
}

test("a results.db that is sent is read on the page, and what is none is refused with a sentence", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/failures`);
  await expect(page.getByText("1. Evaluate on train problems")).toBeVisible();
  const results = test.info().outputPath("results.db");
  writeResults(results);
  const notes = test.info().outputPath("notes.txt");
  writeFileSync(notes, "problem,success\n".repeat(100));

  await page.getByLabel("File").setInputFiles(notes);
  await page.getByRole("button", { name: "Read notes.txt" }).click();
  await expect(page.getByText("notes.txt is no SQLite file.")).toBeVisible();

  await page.getByLabel("File").setInputFiles(results);
  await page.getByRole("button", { name: "Read results.db" }).click();
  await expect(page.getByText("3 of 3 episodes of qwen failed or were slow")).toBeVisible();
  const kinds = page.getByRole("table", { name: "Kinds of failure" });
  await expect(kinds.getByRole("row", { name: /^timeout/ })).toContainText("1 of 3");
  await expect(kinds.getByRole("row", { name: /^wrong_diagnosis/ })).toContainText("1 of 3");
  await expect(page.getByRole("table", { name: "Weakness by type" }).getByRole("row")).toHaveCount(3);
  await expect(page.getByText(/How many steps an episode may take: 20 is assumed/)).toBeVisible();
  await page.getByLabel("Most steps").fill("30");
  await page.getByRole("button", { name: "Read results.db" }).click();
  await expect(page.getByText(/30 is assumed/)).toBeVisible();
  await expectClean(page, "a results.db");
  await expectFitsAt(page, [1280], "a results.db");
});

test("the failures of a run: listed, by kind and weakness, into an episode, and on to a training", async ({
  member: page,
  bench,
}) => {
  const launch = async (...words: string[]) =>
    (await bench.cliJson<Launched>("launch", ...words, "--wait")).runs[0];
  const small = ["level=medium", "train_problems=100", "eval_problems=60"].flatMap((pair) => ["--set", pair]);
  const played = await launch("evaluate", "--from", "baseline-s0", "--set", "part=train", ...small);
  const looked = await launch("failures", "--from", played.id);

  await page.goto(`${bench.url}/failures`);
  const row = page.getByRole("table", { name: "Failure reports" }).getByRole("row").nth(1);
  await expect(row).toContainText(`${looked.name}${played.name}train`);
  await expectClean(page, "failures");
  await expectFitsAt(page, [1280], "failures");
  await row.getByRole("link", { name: looked.name }).click();

  await expect(page.getByRole("table", { name: "Kinds of failure" })).toContainText("not solved within");
  await expect(page.getByRole("table", { name: "Weakness by type" })).toBeVisible();
  await expectClean(page, "failures of a run");
  const cases = page.getByRole("table", { name: "Cases" });
  const first = cases.getByRole("row").nth(1);
  await expect(first.getByRole("link")).toHaveAttribute("href", /\/evaluations\/evl_[^/]+\/[0-9a-f]{16}$/);
  await page.getByRole("link", { name: "Train GRPO on these" }).click();
  await expect(page).toHaveURL(/recipe=grpo/);
  await expect(page.locator("option:checked", { hasText: looked.name })).toHaveCount(1);
});
