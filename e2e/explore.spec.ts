import { expect, test } from "./fixtures/app.ts";
import type { Bench } from "./fixtures/bench.ts";
import { expectClean } from "./fixtures/clean-page.ts";
import { joinByWire, WIRED } from "./fixtures/wire-run.ts";

test.use({ benchOptions: WIRED });

/** A sweep of two parameters with three seeds, of which KL follows the first; the last run sends no KL. */
async function sweep(bench: Bench): Promise<{ experiment: string; runs: { id: string; name: string }[] }> {
  const { experimentId, runs } = await bench.cliJson<{
    experimentId: string;
    runs: { id: string; name: string }[];
  }>("launch", "grpo", "--seeds", "0-2", "--set", "learning_rate=0.001,0.002", "--set", "beta_kl=0,0.01");
  const worker = await joinByWire(bench);
  for (let i = 0; i < runs.length; i++)
    await worker.play({
      "reward/raw": [0.1, 0.5 + i / 100],
      ...(i < runs.length - 1 && { "policy/kl": [0, (i % 2) + i / 100] }),
    });
  return { experiment: experimentId, runs };
}

test("any parameter stands against any metric: dots are links, told by pointer and by key, with a table and an address", async ({
  member: page,
  bench,
}) => {
  const { experiment } = await sweep(bench);
  await page.goto(`${bench.url}/runs/curves?experiment=${experiment}`);
  await page.getByRole("radio", { name: "Scatter" }).check();
  await page.getByRole("combobox", { name: "y", exact: true }).selectOption({ label: "KL to the start" });
  await page.getByRole("combobox", { name: "x", exact: true }).selectOption({ label: "learning_rate" });
  const chart = page.getByRole("figure", { name: "KL to the start against learning_rate" });
  await expect(chart).toContainText("11 of 12 runs have both");
  await expect(page).toHaveURL(/across=param:learning_rate/);
  const dots = chart.getByRole("link");
  await expect(dots).toHaveCount(11);
  const told = page.locator(".value-read");

  await dots.first().focus();
  await expect(told).toContainText("learning_rate 0.001");
  await page.keyboard.press("End");
  await expect(dots.last()).toBeFocused();
  await expect(told).toContainText("learning_rate 0.002");
  await expectClean(page);

  await page.getByText("As a table").click();
  await expect(page.getByRole("table", { name: "Values of the runs" }).getByRole("row")).toHaveCount(12);
  await page.reload();
  await expect(dots).toHaveCount(11);
  await dots.last().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/runs\/run_/);
});

test("a range of an axis keeps some of the runs, by key too, and stands in the address", async ({
  member: page,
  bench,
}) => {
  const { experiment } = await sweep(bench);
  await page.goto(`${bench.url}/runs/curves?experiment=${experiment}&as=parallel`);
  const chart = page.getByRole("figure", { name: "Settings and outcome" });
  await expect(chart).toContainText("12 of 12 in the chosen ranges");
  await page.getByText("Ranges", { exact: true }).click();
  await page.getByRole("textbox", { name: "learning_rate from" }).fill("0.0015");
  await expect(chart).toContainText("6 of 12 in the chosen ranges");
  await expect(page).toHaveURL(/keep=param:learning_rate~0\.0015/);
  await expectClean(page);
  await page.reload();
  await expect(chart).toContainText("6 of 12 in the chosen ranges");

  const axis = await page.locator('.value-brush[data-axis="param:beta_kl"]').boundingBox();
  const [x, y] = [(axis?.x ?? 0) + 9, axis?.y ?? 0];
  await page.mouse.move(x, y + 2);
  await page.mouse.down();
  await page.mouse.move(x, y + (axis?.height ?? 0) / 2, { steps: 4 });
  await page.mouse.up();
  await expect(chart).toContainText("3 of 12 in the chosen ranges");
  await page.getByRole("button", { name: "Show all runs" }).click();
  await expect(chart).toContainText("12 of 12 in the chosen ranges");
});

test("the shares of the parameters stand with n and chance, on the page and on the command line", async ({
  member: page,
  bench,
}) => {
  const { experiment } = await sweep(bench);
  await page.goto(`${bench.url}/runs/curves?experiment=${experiment}&as=importance`);
  const section = page.getByRole("region", { name: "What decides Reward, raw" });
  await expect(section).toContainText("12 runs, 4 configurations, 3 seeds");
  const table = section.getByRole("table", { name: "What decides Reward, raw" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(section).toContainText("the largest share stays below");
  await expectClean(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectClean(page);

  const found = await bench.cliJson<{ groups: { runs: number; parameters: { names: string[] }[] }[] }>(
    "importance",
    experiment,
    "--outcome",
    "reward/raw",
  );
  expect(found.groups[0].runs).toBe(12);
  const shown = await table.getByRole("rowheader").allTextContents();
  expect(shown.map((text) => text.replace(/\d+ settings$/, ""))).toEqual(
    found.groups[0].parameters.map(({ names }) => names[0]),
  );
});
