import { expect, test } from "./fixtures/app.ts";
import { SMOKE } from "./fixtures/short-runs.ts";

test.use({ benchOptions: { shared: true } });

/** What `launch --json` prints, as far as these tests read it. */
interface LaunchAnswer {
  runs: { id: string; name: string }[];
}

test("the whole chain is launched from one form: SFT, GRPO, DGRO, labels, a reward model and its use", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/launch?mode=chain`);
  await page.getByLabel("Seeds").fill("0");
  await page.getByLabel("Size").selectOption("smoke");
  await expect(page.getByRole("table", { name: "Stages of the pipeline" }).getByRole("row")).toHaveCount(11);
  await page.getByRole("button", { name: /Launch 10 runs/ }).click();
  await expect(page).toHaveURL(/\/experiments\/exp_/);
  const { rows } = await bench.cliJson<{ rows: { id: string; name: string; label: string; why: string }[] }>(
    "runs",
  );
  // The newest first: where another test has launched such runs, these have a number behind their names.
  const runOf = (label: string) => {
    const found = rows.find((row) => row.label === label);
    if (!found) throw new Error(`no run of ${label}`);
    return found;
  };
  expect(runOf("grpo-prm").why).toMatch(/^waits for the (prm|checkpoint) of/);
  await expect(page.getByText("10 finished")).toBeVisible({ timeout: 600_000 });
  const table = page.getByRole("table", { name: "Ablation" });
  await expect(table.getByRole("row", { name: /^grpo / })).toContainText("1/1");
  await expect(table.getByRole("row", { name: /^sft/ })).toBeVisible();

  await page.goto(`${bench.url}/runs/${runOf("prm").id}`);
  const margin = page.getByRole("complementary", { name: "About this run" });
  await expect(margin.getByText("Inputs", { exact: true })).toBeVisible();
  await expect(margin.getByRole("link", { name: runOf("grpo-prm").name, exact: true })).toBeVisible();
  await margin.getByRole("link", { name: runOf("labels").name, exact: true }).click();
  await expect(page.getByRole("heading", { name: runOf("labels").name })).toBeVisible();
  await page.getByRole("link", { name: "See the label distribution" }).click();
  await expect(page).toHaveURL(/\/prm\?set=lbl_/);
});

test("piece by piece: a run picks its start from a list, waits for it, and does not start when it fails", async ({
  member: page,
  bench,
}) => {
  const slow = await bench.cliJson<LaunchAnswer>(
    "launch",
    "grpo",
    "--set",
    "iterations=2000",
    "--title",
    "slow",
  );
  await page.goto(`${bench.url}/launch?recipe=dgro&presets=paper&set=${SMOKE}`);
  await page.getByRole("button", { name: /^Variant/ }).click();
  await expect(page.locator('[data-param="beta2"]')).toBeVisible();
  await expect(page.locator('[data-param="kalman_q"]')).toHaveCount(0);
  await page.getByRole("button", { name: /^Inputs/ }).click();
  await page.locator('[data-param="start"] select').selectOption(slow.runs[0].id);
  await page.getByRole("button", { name: /Launch 1 run/ }).click();
  await expect(page).toHaveURL(/\/runs\/run_/);
  await expect(page.getByText(`waits for the checkpoint of ${slow.runs[0].name}`).first()).toBeVisible();
  await bench.cli("stop", slow.runs[0].id);
  await expect(
    page.getByText(`never started: it takes its input from ${slow.runs[0].name}`).first(),
  ).toBeVisible();
});

test.describe(() => {
  test.use({ benchOptions: { shared: true, empty: true } });

  test("an empty slot is named at its field and nothing is launched; the command line says the same", async ({
    member: page,
    bench,
  }) => {
    await page.goto(`${bench.url}/launch?recipe=evaluate`);
    await expect(page.getByText(/No run here has made a checkpoint yet/)).toBeVisible();
    // The press counts no runs while the form is wrong: it goes to the field.
    await page.getByRole("button", { name: /^Launch(?! \d)/ }).click({ force: true });
    await expect(page.getByText(/Policy is missing: choose the run to take it from/).first()).toBeVisible();
    const refused = await bench.cli("launch", "evaluate");
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/Policy is missing/) });
    const from = await bench.cli("launch", "benchmark", "--from", "latest");
    expect(from).toMatchObject({ code: 2, stderr: expect.stringMatching(/takes nothing from another run/) });
  });
});
