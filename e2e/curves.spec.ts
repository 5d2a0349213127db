import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { type Bench, expect, test } from "./fixtures/app.ts";
import { expectClean } from "./fixtures/clean-page.ts";
import { joinByWire } from "./fixtures/wire-run.ts";

test.use({ benchOptions: { ownWorker: true } });

const rise = (n: number, top: number) => Array.from({ length: n }, (_, i) => (top * (i + 1)) / n);
const figure = (page: Page, name: string): Locator => page.getByRole("figure", { name, exact: true });
const drawing = (of: Locator): Locator => of.locator("svg.recharts-surface").first();

/** An experiment of two seeds, of which the first ends early. */
async function twoSeeds(bench: Bench): Promise<string> {
  const { experimentId } = await bench.cliJson<{ experimentId: string }>("launch", "grpo", "--seeds", "0-1");
  const worker = await joinByWire(bench);
  await worker.play({ "reward/raw": rise(10, 2), "policy/kl": rise(10, 1) });
  await worker.play({ "reward/raw": rise(60, 1) });
  return experimentId;
}

test("on a phone the charts come right after one line, which unfolds to what they are drawn over", async ({
  member: page,
  bench,
}) => {
  const experiment = await twoSeeds(bench);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${bench.url}/runs/curves?experiment=${experiment}&yscale=log`);
  const reward = figure(page, "Reward, raw");
  await expect(drawing(reward)).toBeVisible();
  expect((await reward.boundingBox())?.y).toBeLessThan(400);
  const fold = page.getByRole("button", { name: "Over train step, log y" });
  const axis = page.getByLabel("x axis of the charts");
  await expect(axis).toBeHidden();
  await fold.click();
  await expect(axis).toBeVisible();
  await page.getByRole("link", { name: "List and hide" }).click();
  await expect(page.getByRole("heading", { name: "Runs", exact: true })).toBeInViewport();
  await expectClean(page);
});

test("a saved picture says its title, unit and runs, and the name of a run stands where its line ends", async ({
  member: page,
  bench,
}) => {
  const experiment = await twoSeeds(bench);
  await page.goto(`${bench.url}/runs/curves?experiment=${experiment}`);
  const reward = figure(page, "Reward, raw");
  const early = reward.locator(".plot-label", { hasText: "s0" });
  const whole = reward.locator(".plot-label", { hasText: "s1" });
  await expect(early).toBeVisible();
  const [left, right] = await Promise.all([early.boundingBox(), whole.boundingBox()]);
  expect(left?.x).toBeLessThan((right?.x ?? 0) - 80);

  await reward.hover();
  await page.getByRole("button", { name: "Reward, raw: more", exact: true }).click();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Save picture SVG" }).click(),
  ]);
  const svg = readFileSync(await saved.path(), "utf8");
  const heading = [...svg.matchAll(/<tspan[^>]*>([^<]*)<\/tspan>/g)].map(([, text]) => text);
  expect(heading.slice(0, 3)).toEqual(["Reward, raw", "points", "2 runs"]);
  await expectClean(page);
});

test("of runs that have ended no point is waited for", async ({ member: page, bench }) => {
  const experiment = await twoSeeds(bench);
  await page.goto(`${bench.url}/experiments/${experiment}`);
  const evaluated = figure(page, "RR@5");
  await expect(evaluated).toContainText("Both runs have ended, and neither sent one.");
  await expect(page.getByRole("main")).not.toContainText("No points yet");
});

test("on a phone the tooltip of seeds put together is whole, and names the configurations", async ({
  member: page,
  bench,
}) => {
  const { experimentId, runs } = await bench.cliJson<{ experimentId: string; runs: unknown[] }>(
    "launch",
    "grpo",
    "--seeds",
    "0-2",
    "--set",
    "reward_noise=0,4",
  );
  const worker = await joinByWire(bench);
  for (let i = 0; i < runs.length; i++) await worker.play({ "reward/raw": rise(50, i + 1) });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${bench.url}/runs/curves?experiment=${experimentId}&lines=mean-ci`);
  const reward = figure(page, "Reward, raw");
  await expect(drawing(reward)).toBeVisible();
  const area = reward.getByRole("slider");
  await area.scrollIntoViewIfNeeded();
  const tip = reward.locator(".plot-tip");
  for (const share of [0.05, 0.5, 0.95]) {
    const box = await area.boundingBox();
    await page.mouse.move((box?.x ?? 0) + share * (box?.width ?? 0), (box?.y ?? 0) + 40);
    await expect(tip).toContainText("reward_noise 4");
    for (const part of [tip, ...(await tip.locator("td").all())]) {
      const at = await part.boundingBox();
      expect(at?.x).toBeGreaterThanOrEqual(0);
      expect((at?.x ?? 0) + (at?.width ?? 0)).toBeLessThanOrEqual(390);
    }
  }
});
