import type { EvaluationAnswer } from "../server/contracts/evaluation.ts";
import { expect, test } from "./fixtures/app.ts";
import { expectClean, expectFitsAt } from "./fixtures/clean-page.ts";

test.use({ benchOptions: { shared: true, trained: true } });

test("an evaluation from its run: metrics with n, every problem, filters in the address, and into an episode by key", async ({
  member: page,
  bench,
  launched: { runs },
}) => {
  const told = await bench.cliJson<EvaluationAnswer>("evaluation", runs[0].id);
  expect(told.problems).toHaveLength(60);
  const solved = told.problems.filter((problem) => problem.solved);

  await page.goto(`${bench.url}/runs/${runs[0].id}?tab=evaluations`);
  await page.getByRole("row", { name: /final/ }).getByRole("link").click();
  await expect(page).toHaveURL(/\/evaluations\/evl_/);
  const metrics = page.getByRole("table", { name: "Metrics" });
  await expect(
    metrics.getByRole("row", { name: /^RR share/ }).or(metrics.getByRole("row", { name: /^RR \d/ })),
  ).toContainText(`${solved.length}/60`);
  await expect(metrics.getByRole("row", { name: /^OP/ })).toContainText(`n ${solved.length}`);
  await expect(page.getByRole("link", { name: "Label these episodes" })).toHaveAttribute(
    "href",
    `/launch?recipe=prm-labels&from=${told.evaluation.id}`,
  );

  const problems = page.getByRole("grid", { name: "Problems" });
  await expect(page.getByText("Showing 60 of 60 problems.")).toBeVisible();
  await page.getByText("Unsolved", { exact: true }).click();
  await expect(page).toHaveURL(/outcome=unsolved/);
  const unsolved = 60 - solved.length;
  if (unsolved > 0) await expect(page.getByText(`Showing ${unsolved} of 60 problems.`)).toBeVisible();
  else await expect(page.getByText("No problem fits these filters")).toBeVisible();
  await page.getByText("Solved", { exact: true }).click();
  await problems.getByRole("columnheader", { name: "Steps" }).getByRole("link").click();
  await expect(page).toHaveURL(/sort=steps/);
  const fewest = Math.min(...solved.map((problem) => problem.steps));
  await expect(problems.getByRole("row").nth(1).getByRole("gridcell").nth(4)).toHaveText(String(fewest));

  await problems.getByRole("row").nth(1).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/evaluations\/evl_[^/]+\/[0-9a-f]{16}$/);
  await expect(page.getByText(/^Solved at step \d+, OP .*Problem \d+ of 60/)).toBeVisible();
  const steps = page.getByRole("table", { name: /^Episode on/ });
  await expect(steps.getByRole("row").last()).toContainText("optimal");
  const url = page.url();
  await page.keyboard.press("j");
  await expect(page).not.toHaveURL(url);
  await page.keyboard.press("k");
  await expect(page).toHaveURL(url);
});

test("an evaluation without episodes is whole and says so; the list holds all of them", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/evaluations?final=false`);
  const list = page.getByRole("grid", { name: "Evaluations" });
  const inTraining = list
    .getByRole("row")
    .filter({ has: page.getByRole("gridcell", { name: "0", exact: true }) });
  await inTraining.first().getByRole("link").click();
  await expect(page.getByText("No steps were kept for this evaluation.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Label these episodes" })).toHaveCount(0);
  await expect(page.getByText("Showing 60 of 60 problems.")).toBeVisible();
  await page.getByRole("grid", { name: "Problems" }).getByRole("row").nth(1).getByRole("link").click();
  await expect(
    page.getByText("The steps of this episode were not kept; its outcome is complete."),
  ).toBeVisible();
});

test("axe finds nothing on evaluations and episodes, and they never scroll sideways", async ({
  member: page,
  bench,
  launched: { runs },
}) => {
  const told = await bench.cliJson<EvaluationAnswer>("evaluation", runs[0].name);
  const base = `/evaluations/${told.evaluation.id}`;
  for (const path of ["/evaluations", base, `${base}/${told.problems[0].hash}`]) {
    await page.goto(bench.url + path);
    await expect(page.getByRole("table").or(page.getByRole("grid")).first()).toBeVisible();
    await expectClean(page, path);
    await expectFitsAt(page, [1280], path);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test("the command line reads an evaluation by run, by start of its id, and refuses what it cannot find", async ({
  bench,
  launched: { runs },
}) => {
  const told = await bench.cliJson<EvaluationAnswer>("evaluation", runs[0].name);
  const again = await bench.cliJson<EvaluationAnswer>("evaluation", told.evaluation.id.slice(4, 12));
  expect(again.problems).toEqual(told.problems);
  expect(Object.keys(told.problems[0])).toEqual(
    expect.arrayContaining([
      "key",
      "hash",
      "type",
      "level",
      "solved",
      "steps",
      "op",
      "da",
      "clean",
      "confirmed",
    ]),
  );
  const rr = told.metrics.find((metric) => metric.id === "eval/rr");
  expect(rr?.hits).toBe(told.problems.filter((problem) => problem.solved).length);
  const text = await bench.cli("evaluation", runs[0].name);
  expect(text).toMatchObject({ code: 0, stdout: expect.stringMatching(/RR@5 +\d+ % .*\/60/) });
  const refused = await bench.cli("evaluation", "nothing");
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/no evaluation or run "nothing"/) });
});
