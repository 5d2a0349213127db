import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import type { Bench } from "./fixtures/bench.ts";
import { expectClean, expectNoViolation, requestsUnderWay } from "./fixtures/clean-page.ts";
import { drawn, figure, rise } from "./fixtures/figures.ts";
import { joinByWire, WIRED } from "./fixtures/wire-run.ts";

test.use({ benchOptions: WIRED });

/** Titles of the panels of a section in the order in which they stand. */
async function titles(page: Page, section: string): Promise<string[]> {
  const region = page.getByRole("region", { name: section, exact: true });
  return region.locator(".panel-cell .figure-title").allTextContents();
}

async function launch(bench: Bench, ...args: string[]) {
  return bench.cliJson<{ experimentId: string; runs: { id: string }[] }>("launch", "grpo", ...args);
}

/** Chooses an entry of a panel's menu by keys alone. */
async function choose(page: Page, panel: string, entry: string): Promise<void> {
  const button = page.getByRole("button", { name: `${panel}: more`, exact: true });
  await figure(page, panel).scrollIntoViewIfNeeded();
  await button.focus();
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: entry });
  await expect(item).toBeVisible();
  await item.focus();
  await page.keyboard.press("Enter");
}

test("panels are added, moved, resized and saved as a view; the address brings it back", async ({
  member: page,
  bench,
}) => {
  await launch(bench);
  const worker = await joinByWire(bench);
  const run = await worker.play({
    "reward/raw": rise(40, 1),
    "reward/shaped": rise(40, 2),
    "train/loss": rise(40, 3),
    "train/grad_norm": rise(40, 4),
  });
  await page.goto(`${bench.url}/runs/${run}`);
  await expect(drawn(figure(page, "Reward, raw"))).toBeVisible();

  await page.getByRole("button", { name: "This view: more" }).click();
  await page.getByRole("menuitem", { name: "Add panel…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a panel" });
  await dialog.getByRole("button", { name: "Add the panel" }).click();
  await expect(dialog.getByRole("alert")).toContainText("at least one metric");
  await dialog.getByLabel("Search the metrics").fill("train/");
  await dialog.getByRole("checkbox", { name: "train/loss" }).check();
  await dialog.getByRole("checkbox", { name: "Gradient norm" }).check();
  await dialog.getByLabel("Title").fill("Both");
  await expectNoViolation(page, "the choice of metrics");
  await dialog.getByRole("button", { name: "Add the panel" }).click();
  await expect(drawn(figure(page, "Both"))).toBeVisible();
  await expect(page.getByText("1 panel added")).toBeVisible();

  expect(await titles(page, "Reward")).toEqual(["Reward, raw", "Reward, shaped"]);
  await choose(page, "Reward, raw", "Move later");
  expect(await titles(page, "Reward")).toEqual(["Reward, shaped", "Reward, raw"]);
  await expect(page.getByRole("button", { name: "Reward, raw: more" })).toBeFocused();
  const grip = (key: string) => page.locator(`.panel-cell[data-panel="${key}"] > .panel-grip`);
  const cell = (key: string) => page.locator(`.panel-cell[data-panel="${key}"]`);
  await cell("reward/raw").hover();
  await grip("reward/raw").dragTo(cell("reward/shaped"), { targetPosition: { x: 8, y: 60 } });
  expect(await titles(page, "Reward")).toEqual(["Reward, raw", "Reward, shaped"]);
  await grip("reward/raw").dragTo(cell("reward/shaped"), { targetPosition: { x: 300, y: 60 } });
  expect(await titles(page, "Reward")).toEqual(["Reward, shaped", "Reward, raw"]);
  await choose(page, "Both", "Taller");
  await choose(page, "Both", "Wider");
  await expect(page.locator('.panel-cell[data-panel="added:1"]')).toHaveAttribute("data-width", "half");
  await choose(page, "train/loss", "Remove from the view");
  await expect(figure(page, "train/loss")).toHaveCount(0);
  await expect(page.locator(".panel-unsaved")).toContainText(
    "1 panel added, 1 panel removed, order of 1 section changed, 1 panel resized",
  );
  await page.reload();
  await expect(page.locator(".panel-unsaved")).toContainText("1 panel added");

  await page.getByRole("button", { name: "Save as a view" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Mine");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.locator(".panel-unsaved")).toHaveCount(0);
  await expect(page).toHaveURL(/view=viw_/);
  await expect(page.getByLabel("View", { exact: true })).toHaveValue(/viw_/);
  const address = page.url();

  await page.getByLabel("View", { exact: true }).selectOption("Default panels");
  await expect(figure(page, "Both")).toHaveCount(0);
  expect(await titles(page, "Reward")).toEqual(["Reward, raw", "Reward, shaped"]);
  await page.goto(address);
  await expect(drawn(figure(page, "Both"))).toBeVisible();
  expect(await titles(page, "Reward")).toEqual(["Reward, shaped", "Reward, raw"]);
  await expect(figure(page, "train/loss")).toHaveCount(0);

  await choose(page, "Reward, raw", "Move earlier");
  await expect(page.locator(".panel-unsaved")).toContainText(
    "Not saved in Mine: order of 1 section changed.",
  );
  await page.getByRole("button", { name: "Drop the changes" }).click();
  expect(await titles(page, "Reward")).toEqual(["Reward, shaped", "Reward, raw"]);
  await expectClean(page);
});

test("a name that is taken is refused at its field, a deleted view says so, and nothing is lost", async ({
  member: page,
  bench,
}) => {
  await launch(bench);
  const run = await (await joinByWire(bench)).play({ "reward/raw": rise(9, 1), "reward/shaped": rise(9, 2) });
  await page.goto(`${bench.url}/runs/${run}`);
  const save = async (name: string) => {
    await page.getByRole("button", { name: "This view: more" }).click();
    await page.getByRole("menuitem", { name: "Save as…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill(name);
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  };
  await save("Taken");
  await expect(page).toHaveURL(/view=viw_/);
  const address = page.url();
  await save("Taken");
  await expect(page.getByRole("dialog")).toContainText('There is a view "Taken" already');
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "This view: more" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete the view" }).click();
  await expect(page).not.toHaveURL(/view=/);
  await page.goto(address);
  await expect(page.getByRole("alert").filter({ hasText: "There is no view" })).toContainText(
    "These are the generated panels",
  );
  await expect(drawn(figure(page, "Reward, raw"))).toBeVisible();
});

test("how panels are looked at is in the address: axis, smoothing, scales, zoom, search", async ({
  member: page,
  bench,
}) => {
  await launch(bench);
  const run = await (
    await joinByWire(bench)
  ).play({ "reward/raw": rise(60, 1), "progress/episodes": rise(60, 600), "train/loss": rise(60, 2) });
  await page.goto(`${bench.url}/runs/${run}?zoom=10..20&smooth=ema:0.5&yscale=log&outliers=clip`);
  await expect(page.getByRole("button", { name: /Reset zoom on train step 10 to 20/ })).toBeVisible();
  await expect(page.getByLabel("Smoothing", { exact: true })).toHaveValue("ema");
  await expect(page.getByLabel("Smoothing: weight")).toHaveValue("0.5");
  await expect(page.getByRole("button", { name: "log y" })).toHaveAttribute("aria-pressed", "true");
  await expect(drawn(figure(page, "Reward, raw"))).toBeVisible();
  await page.getByRole("button", { name: /Reset zoom/ }).click();
  await expect(page).not.toHaveURL(/zoom=/);
  const area = await figure(page, "Reward, raw").locator(".plot-area").boundingBox();
  if (!area) throw new Error("the chart has no area to point at");
  await page.mouse.move(area.x + area.width * 0.25, area.y + 40);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width * 0.75, area.y + 42, { steps: 6 });
  await page.mouse.up();
  await expect(page).toHaveURL(/zoom=1\d[.\d]*\.\.4\d/);
  await figure(page, "train/loss").scrollIntoViewIfNeeded();
  await expect(figure(page, "train/loss")).toContainText("zoomed");
  await page.getByLabel("x axis of the charts").selectOption("x: train episodes");
  await expect(page).toHaveURL(/x=episodes/);
  await expect(page).not.toHaveURL(/zoom=/);
  await expect(figure(page, "Reward, raw")).toContainText(/600/);

  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("/");
  await expect(page.getByLabel("Filter the panels by name")).toBeFocused();
  await page.keyboard.type("loss optim");
  await expect(page.getByText(/^1 of \d+ panels$/)).toBeVisible();
  await expect(page).toHaveURL(/find=loss/);
  await expect(drawn(figure(page, "train/loss"))).toBeVisible();
  await expect(figure(page, "Reward, raw")).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(/^1 of \d+ panels$/)).toBeVisible();
  await page.getByLabel("Filter the panels by name").press("Escape");
  await expect(figure(page, "Reward, raw")).toBeVisible();
});

test("of 200 panels only those in sight are mounted and asked for", async ({ member: page, bench }) => {
  await launch(bench);
  const names = Array.from({ length: 200 }, (_, i) => `env/wins_${i}`);
  const run = await (
    await joinByWire(bench)
  ).play(Object.fromEntries(names.map((name, i) => [name, rise(20, i + 1)])));
  const asked = new Set<string>();
  const underWay = requestsUnderWay(page);
  page.on("request", (request) => {
    const text = decodeURIComponent(request.url()) + (request.postData() ?? "");
    for (const [name] of text.matchAll(/env\/wins_\d+/g)) asked.add(name);
  });
  const plots = page.locator(".panel-cell .plot");
  await page.goto(`${bench.url}/runs/${run}?find=wins`);
  await expect(drawn(figure(page, "env/wins_0"))).toBeVisible();
  await expect(page.getByText("200 panels", { exact: true })).toBeVisible();
  expect(await plots.count()).toBeLessThan(40);
  expect(asked.size).toBeLessThan(40);

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(drawn(figure(page, "env/wins_199"))).toBeVisible();
  await expect.poll(underWay).toBe(0);
  expect(await plots.count()).toBeLessThan(80);
  expect(asked.size).toBeLessThan(120);

  await page.goto(`${bench.url}/runs/${run}`);
  await page.getByRole("button", { name: "env", exact: true }).click();
  await expect(page.getByText("200 panels", { exact: true })).toBeVisible();
  await page.locator(".colophon").scrollIntoViewIfNeeded();
  await expect(figure(page, "env/wins_0")).toHaveCount(0);
});

test("the curves of many runs: a line per run, seeds put together, hidden ones, rewards that are not ranked", async ({
  member: page,
  bench,
}) => {
  const { experimentId, runs } = await launch(bench, "--seeds", "0-2", "--set", "reward_noise=0,4");
  const worker = await joinByWire(bench);
  for (let i = 0; i < runs.length; i++)
    await worker.play({
      "reward/raw": rise(50, i + 1),
      "reward/shaped": rise(50, i + 2),
      "policy/kl": [...rise(49, 1), Number.NaN],
    });
  await page.goto(`${bench.url}/runs/curves?experiment=${experimentId}`);
  await expect(page.getByText("All 6 runs.")).toBeVisible();
  const reward = figure(page, "Reward, shaped");
  await expect(drawn(reward)).toBeVisible();
  await expect(reward).toContainText("not ranked");
  await expect(figure(page, "Reward, raw")).not.toContainText("not ranked");
  await expect(figure(page, "KL to the start")).not.toContainText("not ranked");

  const list = page.getByRole("complementary", { name: "Runs of the charts" });
  await list.getByRole("button", { name: "Only reward_noise 4", exact: true }).click();
  await expect(list).toContainText("3 of 6 runs hidden");
  await expect(page).toHaveURL(/hide=/);
  await expect(reward).not.toContainText("not ranked");
  await list.getByRole("button", { name: "Show all" }).click();
  await expect(page).not.toHaveURL(/hide=/);

  await page.getByLabel("Lines", { exact: true }).selectOption("seeds: mean, 95 % interval");
  await expect(page.getByText("6 runs as 2 configurations.")).toBeVisible();
  // What all panels of a section say stands once, under all of them.
  const shared = page.locator(".caption-shared").first();
  await expect(shared).toContainText("Mean over seeds, band = 95 % t interval");
  await expect(shared).toContainText("n 3 seeds");
  await expect(drawn(reward)).toBeVisible();
  await expect(reward).toContainText("not ranked");
  await list.getByRole("button", { name: "Only reward_noise 4", exact: true }).click();
  await expect(reward).not.toContainText("not ranked");
  await expectClean(page);

  await page.goto(`${bench.url}/runs/curves?runs=${runs[0].id},${runs[1].id},run_0000000000000000`);
  await expect(page.getByText("1 run of the address is not in this data directory.")).toBeVisible();
  await expect(drawn(reward)).toBeVisible();
  await page.goto(`${bench.url}/runs/curves?q=nothing-is-called-so`);
  await expect(page.getByText("No matching runs.")).toBeVisible();
});

test("where panels stand in one column, no panel is offered another width", async ({
  member: page,
  bench,
}) => {
  await launch(bench);
  const run = await (await joinByWire(bench)).play({ "reward/raw": rise(40, 1) });
  await page.goto(`${bench.url}/runs/${run}`);
  const reward = figure(page, "Reward, raw");
  const widths = page.getByRole("menuitem", { name: /^(Wider|Narrower)/ });
  const more = page.getByRole("button", { name: "Reward, raw: more", exact: true });
  await expect(drawn(reward)).toBeVisible();
  for (const [width, offered] of [
    [1440, 2],
    [390, 0],
  ]) {
    await page.setViewportSize({ width, height: 844 });
    await reward.scrollIntoViewIfNeeded();
    await expect(drawn(reward)).toBeVisible();
    await more.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Taller" })).toBeVisible();
    await expect(widths).toHaveCount(offered);
    await page.keyboard.press("Escape");
  }
});
