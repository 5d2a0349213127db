import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import type { Bench } from "./fixtures/bench.ts";
import { expectClean } from "./fixtures/clean-page.ts";
import { figure, rise } from "./fixtures/figures.ts";
import { joinByWire, WIRED } from "./fixtures/wire-run.ts";

test.use({ benchOptions: WIRED });

const CROSS = "l5 5m0 -5l-5 5";
const SEAM = 'stroke-dasharray="1 3"';
const DASHED = 'stroke-dasharray="3 3"';

interface Launched {
  experimentId: string;
  runs: { id: string }[];
}

const launch = (bench: Bench, seeds: string, ...more: string[]) =>
  bench.cliJson<Launched>("launch", "grpo", "--seeds", seeds, ...more);

async function savePicture(page: Page, panel: Locator, title: string): Promise<string> {
  await panel.hover();
  await page.getByRole("button", { name: `${title}: more`, exact: true }).click();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Save picture SVG" }).click(),
  ]);
  return readFileSync(await saved.path(), "utf8");
}

/** The second run becomes the second attempt of the first, as if another machine had gone on with it. */
function resume(bench: Bench, first: string, second: string): void {
  const db = new DatabaseSync(join(bench.home, "ablab.db"));
  db.exec("pragma busy_timeout = 5000");
  try {
    db.prepare("update attempts set run_id = ?, n = 2 where run_id = ?").run(first, second);
  } finally {
    db.close();
  }
}

test("a seed that ended early and points that are NaN are drawn alike on a page, in its saved picture and in a report", async ({
  member: page,
  bench,
}) => {
  const rates = ["0.0001", "0.0003", "0.001", "0.003"];
  const { experimentId, runs } = await launch(bench, "0-2", "--set", `learning_rate=${rates.join(",")}`);
  const worker = await joinByWire(bench);
  for (let i = 0; i < runs.length; i++) {
    const values = rise(i % 3 === 0 ? 30 : 60, 1 + i / 3);
    values[9] = i === 0 ? Number.NaN : values[9];
    await worker.play({ "reward/raw": values });
  }
  await page.goto(`${bench.url}/runs/curves?experiment=${experimentId}&lines=mean-ci`);
  const reward = figure(page, "Reward, raw");
  await expect(reward.locator("svg.recharts-surface path[stroke-dasharray='3 3']")).toHaveCount(4);
  const svg = await savePicture(page, reward, "Reward, raw");
  expect(svg.split(DASHED)).toHaveLength(5);
  expect(svg).toContain(CROSS);
  expect(svg).toContain("Dashed where not every seed has a point");

  const { id } = await bench.cliJson<{ id: string }>("report", "write", experimentId);
  await page.goto(`${bench.url}/reports/${id}`);
  const chart = page.getByRole("img", { name: /^Reward, raw/ }).and(page.locator(".r-wide"));
  await expect(chart.locator(".r-line[stroke-dasharray='3 3']")).toHaveCount(4);
  await expect(chart.locator(".r-cross")).toHaveCount(1);
  const labels = await chart.locator(".r-label").allTextContents();
  expect(
    labels.map((label) => /[\d.]+$/.exec(label)?.[0]).toSorted((a = "", b = "") => (a < b ? -1 : 1)),
  ).toEqual(rates);
  await expectClean(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = page.getByRole("img", { name: /^Reward, raw/ }).and(page.locator(".r-narrow"));
  await expect(narrow.locator(".r-line[stroke-dasharray='3 3']")).toHaveCount(4);
});

test("where another attempt took over stands on the page, in its saved picture and in a report", async ({
  member: page,
  bench,
}) => {
  const { runs } = await launch(bench, "0-1");
  const worker = await joinByWire(bench);
  const played: string[] = [];
  for (const from of [1, 31]) {
    const run = await worker.take();
    const values = rise(30, from);
    values[5] = Number.NaN;
    await run.send({ "reward/raw": values }, from);
    await run.finish();
    played.push(run.runId);
  }
  expect(played).toHaveLength(runs.length);
  resume(bench, played[0], played[1]);
  await page.goto(`${bench.url}/runs/${played[0]}`);
  const reward = figure(page, "Reward, raw");
  await expect(reward.locator(".plot-name", { hasText: "attempt 2" })).toBeVisible();
  const svg = await savePicture(page, reward, "Reward, raw");
  expect(svg).toContain(SEAM);
  expect(svg).toContain(">attempt 2</text>");
  expect(svg).toContain(CROSS);

  await page.goto(`${bench.url}/reports`);
  await page.getByRole("button", { name: "New report" }).click();
  await page
    .getByLabel("Text of the report, Markdown")
    .fill(`\`\`\`ablab metric-chart\nruns: ${played[0]}\nmetric: reward/raw\n\`\`\`\n`);
  const chart = page.getByLabel("How it reads").locator("svg.r-chart").first();
  await expect(chart.locator(".r-seam[stroke-dasharray='1 3']")).toHaveCount(1);
  await expect(chart.locator(".r-name", { hasText: "attempt 2" })).toHaveCount(1);
  await expect(chart.locator(".r-cross")).toHaveCount(2);
});
