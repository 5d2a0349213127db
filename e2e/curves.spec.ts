import { readFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import type { Bench } from "./fixtures/bench.ts";
import { expectClean } from "./fixtures/clean-page.ts";
import { figure, rise } from "./fixtures/figures.ts";
import { joinByWire, WIRED } from "./fixtures/wire-run.ts";

test.use({ benchOptions: WIRED });

const drawing = (of: Locator): Locator => of.locator("svg.recharts-surface").first();

/** Two configurations of some seeds. */
const twoNoises = (bench: Bench, seeds: string) =>
  bench.cliJson<{ experimentId: string; runs: { id: string }[] }>(
    "launch",
    "grpo",
    "--seeds",
    seeds,
    "--set",
    "reward_noise=0,4",
  );

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

test("a saved picture says its title, unit, runs and day, and the name of a run stands where its line ends", async ({
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
  expect(heading.slice(0, 2)).toEqual(["Reward, raw", "points"]);
  // What does not fit beside each other stands on two lines, without a dot between.
  expect(heading.slice(2).join(" ")).toMatch(/^\S.* · 2 runs(?: ·)? \d{4}-\d\d-\d\d/);
  await expectClean(page);
});

test.describe(() => {
  test.use({ benchOptions: { ownWorker: true } });

  test("a configuration has one colour on every page, and a picture of many runs says what its colours mean", async ({
    member: page,
    bench,
  }) => {
    const launch = (seeds: string, noise: string) =>
      bench.cliJson<{ experimentId: string; runs: unknown[] }>(
        "launch",
        "grpo",
        "--seeds",
        seeds,
        "--set",
        `reward_noise=${noise}`,
      );
    const { experimentId, runs } = await launch("0-2", "0,2,4");
    const other = await launch("0", "8");
    const worker = await joinByWire(bench);
    for (let i = 0; i < runs.length + other.runs.length; i++)
      await worker.play({ "reward/raw": rise(20, i + 1) });
    const dotOf = (row: Locator) =>
      row
        .locator(".dot")
        .first()
        .evaluate((dot: HTMLElement) => dot.style.getPropertyValue("--dot").trim());
    await page.goto(`${bench.url}/experiments/${experimentId}`);
    const rows = page.getByRole("table", { name: "Ablation" }).getByRole("row");
    const own = await dotOf(rows.filter({ hasText: "reward_noise 4" }));
    expect(own).toContain("--run-2");
    const curve = figure(page, "Reward, raw");
    await expect(drawing(curve)).toBeVisible();
    await rows
      .filter({ hasText: "reward_noise 4" })
      .getByRole("button", { name: /where it comes from/ })
      .focus();
    await expect(curve.locator(".plot-lit")).toHaveCount(1);
    await page.goto(`${bench.url}/runs/curves?lines=mean-ci`);
    const list = page.getByRole("complementary", { name: "Runs of the charts" });
    expect(await dotOf(list.getByRole("listitem").filter({ hasText: "reward_noise 4" }))).toBe(own);

    await page.goto(`${bench.url}/runs/curves`);
    const reward = figure(page, "Reward, raw");
    await expect(drawing(reward)).toBeVisible();
    await reward.hover();
    await page.getByRole("button", { name: "Reward, raw: more", exact: true }).click();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Save picture SVG" }).click(),
    ]);
    const svg = readFileSync(await saved.path(), "utf8");
    for (const noise of [0, 2, 4]) expect(svg).toContain(`>reward_noise ${noise}, 3 lines</tspan>`);
  });
});

test("pointing at a line or at its entry in the list lights it in every panel, and the others step back", async ({
  member: page,
  bench,
}) => {
  const { experimentId } = await bench.cliJson<{ experimentId: string }>("launch", "grpo", "--seeds", "0-1");
  const worker = await joinByWire(bench);
  for (const top of [1, 2]) await worker.play({ "reward/raw": rise(60, top), "policy/kl": rise(60, top) });
  await page.goto(`${bench.url}/runs/curves?experiment=${experimentId}`);
  const panels = [figure(page, "Reward, raw"), figure(page, "KL to the start")];
  for (const panel of panels) await expect(drawing(panel)).toBeVisible();
  const lit = page.locator(".plot-lit");
  await expect(lit).toHaveCount(0);
  const list = page.getByRole("complementary", { name: "Runs of the charts" });
  await list.getByText("2 runs").click();
  const dimmed = () =>
    panels[0]
      .locator(".plot-lines, .recharts-line")
      .first()
      .evaluate((lines) => Number(getComputedStyle(lines).opacity));

  // By keyboard, then by pointer.
  await list.getByRole("link", { name: /s0/ }).focus();
  for (const panel of panels) await expect(panel.locator(".plot-lit")).toHaveCount(1);
  expect(await dimmed()).toBeLessThan(0.5);
  await list.getByRole("link", { name: /s0/ }).blur();
  await expect(lit).toHaveCount(0);
  expect(await dimmed()).toBe(1);

  const area = panels[0].getByRole("slider");
  await area.scrollIntoViewIfNeeded();
  const box = await area.boundingBox();
  // The upper line ends in the corner of the plot.
  await page.mouse.move((box?.x ?? 0) + 0.98 * (box?.width ?? 0), (box?.y ?? 0) + 4);
  for (const panel of panels) await expect(panel.locator(".plot-lit")).toHaveCount(1);
});

test("more runs than can be followed are a line per configuration, and one press away from a line each", async ({
  member: page,
  bench,
}) => {
  const { experimentId, runs } = await twoNoises(bench, "0-6");
  const worker = await joinByWire(bench);
  for (let i = 0; i < runs.length; i++) await worker.play({ "reward/raw": rise(20, i + 1) });
  await page.goto(`${bench.url}/runs/curves?experiment=${experimentId}`);
  const main = page.getByRole("main");
  const reward = figure(page, "Reward, raw");
  const list = page.getByRole("complementary", { name: "Runs of the charts" });
  await expect(main).toContainText("14 runs as 2 configurations.");
  await expect(list.getByRole("listitem").first()).toContainText("7\u00a0seeds");
  await expect(drawing(reward)).toBeVisible();
  await page.getByRole("button", { name: "Each run" }).click();
  await expect(main).toContainText("All 14 runs.");
  await expect(page).toHaveURL(/lines=runs/);
  await expect(drawing(reward)).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "By configuration" }).click();
  await expect(main).toContainText("14 runs as 2 configurations.");
  await expect(page).toHaveURL(/lines=mean-ci/);
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
  const { experimentId, runs } = await twoNoises(bench, "0-2");
  const worker = await joinByWire(bench);
  for (let i = 0; i < runs.length; i++) await worker.play({ "reward/raw": rise(50, i + 1) });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${bench.url}/runs/curves?experiment=${experimentId}&lines=mean-ci`);
  const reward = figure(page, "Reward, raw");
  await expect(drawing(reward)).toBeVisible();
  const area = reward.getByRole("slider");
  await area.scrollIntoViewIfNeeded();
  const tip = reward.locator(".plot-tip");
  const plot = reward.locator(".plot");
  for (const share of [0.05, 0.5, 0.95]) {
    const box = await area.boundingBox();
    await page.mouse.move((box?.x ?? 0) + share * (box?.width ?? 0), (box?.y ?? 0) + 40);
    await expect(tip).toContainText("reward_noise 4");
    const [told, drawn] = await Promise.all([tip.boundingBox(), plot.boundingBox()]);
    const bottom = (told?.y ?? 0) + (told?.height ?? 0);
    expect((told?.y ?? 0) >= (drawn?.y ?? 0) + (drawn?.height ?? 0) || bottom <= (drawn?.y ?? 0)).toBe(true);
    for (const part of [tip, ...(await tip.locator("td").all())]) {
      const at = await part.boundingBox();
      expect(at?.x).toBeGreaterThanOrEqual(0);
      expect((at?.x ?? 0) + (at?.width ?? 0)).toBeLessThanOrEqual(390);
    }
  }
});

test("each metric of a panel is drawn by itself, seeds together, and what is hidden is hidden in both", async ({
  member: page,
  bench,
}) => {
  const { experimentId, runs } = await twoNoises(bench, "0-2");
  const worker = await joinByWire(bench);
  for (let i = 0; i < runs.length; i++)
    await worker.play({
      "reward/raw": rise(20, 1),
      "group/std": rise(20, 1),
      "group/all_solved_share": rise(20, 0.4),
      "group/all_failed_share": rise(20, 0.2),
    });
  await page.goto(`${bench.url}/runs/curves?experiment=${experimentId}&lines=mean-ci`);
  const parts = ["All solved", "All failed"].map((of) => figure(page, `${of}: Why groups are dead`));
  for (const part of parts) {
    await expect(drawing(part)).toBeVisible();
    await expect(part).toContainText("% of drawn groups");
  }

  // One panel all the same: it moves as a whole, from either of its drawings.
  const section = page.getByRole("region", { name: "Groups and reward variance", exact: true });
  // What all panels of a section say stands once, under all of them.
  const shared = section.locator(".caption-shared");
  await expect(shared).toContainText("n 3 seeds");
  await expect(section.getByText("n 3 seeds")).toHaveCount(1);
  const titles = () => section.locator(".panel-cell .figure-title").allTextContents();
  await parts[1].hover();
  await page.getByRole("button", { name: "All failed: Why groups are dead: more", exact: true }).click();
  await page.getByRole("menuitem", { name: "Move earlier" }).click();
  await expect
    .poll(titles)
    .toEqual(["All solved: Why groups are dead", "All failed: Why groups are dead", "Group reward std"]);

  const list = page.getByRole("complementary", { name: "Runs of the charts" });
  await list.getByRole("button", { name: "Only reward_noise 4", exact: true }).click();
  await expect(shared).toContainText("1 of 2 lines hidden");
  await parts[0].hover();
  await page.getByRole("button", { name: "All solved: Why groups are dead: more", exact: true }).click();
  await page.getByRole("menuitem", { name: "Full screen" }).click();
  const screen = page.getByRole("dialog", { name: "All solved: Why groups are dead", exact: true });
  await screen.getByRole("button", { name: "reward_noise 4", exact: true }).click();
  await expect(screen).toContainText("All lines are hidden");
  await page.keyboard.press("Escape");
  for (const part of parts) await expect(part).toContainText("All lines are hidden");
  await expect(list).toContainText("2 of 2 configurations hidden");

  const hide = (/hide=([^&]*)/.exec(page.url())?.[1] ?? "").split(",");
  const run = runs[0].id.slice("run_".length).slice(0, 8);
  const address = `${bench.url}/runs/curves?experiment=${experimentId}&lines=mean-ci`;
  await page.goto(`${address}&hide=${hide[0]},${run}`);
  await expect(list).toContainText("1 of 2 configurations hidden");
  await expect(list).toContainText("1 run is hidden run by run; seeds put together count it.");
  await list.getByRole("button", { name: "Show it again" }).click();
  await expect(list).not.toContainText("run by run");
  await expect(list).toContainText("1 of 2 configurations hidden");

  // Run by run the configuration stands for its runs.
  await page.goto(`${address.replace("&lines=mean-ci", "")}&hide=${hide[0]}`);
  await expect(list).toContainText("3 of 6 runs hidden");
  await expect(shared).toContainText("3 of 6 lines hidden");
  await expectClean(page);
});
