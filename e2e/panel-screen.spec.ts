import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import { expectClean } from "./fixtures/clean-page.ts";
import { drawn, figure, rise } from "./fixtures/figures.ts";
import { joinByWire, WIRED } from "./fixtures/wire-run.ts";

test.use({ benchOptions: WIRED });

const screen = (page: Page, name: string): Locator => page.getByRole("dialog", { name, exact: true });

test("a panel fills the window, leads to its neighbours by button and key, and is in the address", async ({
  member: page,
  bench,
}) => {
  await bench.cliJson("launch", "grpo");
  const run = await (
    await joinByWire(bench)
  ).play({ "reward/raw": rise(40, 1), "reward/shaped": rise(40, 2), "env/far": rise(40, 3) });
  await page.goto(`${bench.url}/runs/${run}`);
  await expect(drawn(figure(page, "Reward, raw"))).toBeVisible();
  await page.getByRole("button", { name: "Reward, raw: more", exact: true }).click();
  await page.getByRole("menuitem", { name: "Full screen" }).click();
  const raw = screen(page, "Reward, raw");
  await expect(drawn(raw)).toBeVisible();
  await expect(page).toHaveURL(/full=reward\/raw|full=reward%2Fraw/);
  await expect(raw.getByText(/^Reward, raw, 1 of \d+$/)).toBeVisible();
  const previous = page.getByRole("button", { name: "Previous", exact: true });
  const next = page.getByRole("button", { name: "Next", exact: true });
  await expect(previous).toHaveAttribute("aria-disabled", "true");
  await expectClean(page);

  await next.click();
  const shaped = screen(page, "Reward, shaped");
  await expect(drawn(shaped)).toBeVisible();
  await expect(next).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(drawn(raw)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(drawn(shaped)).toBeVisible();

  // In the plot arrows read samples; the letters lead on.
  const plot = shaped.getByRole("slider");
  await plot.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(plot).toHaveAttribute("aria-valuenow", "39");
  await expect(shaped).toBeVisible();
  await page.keyboard.press("k");
  await expect(drawn(raw)).toBeVisible();

  await page.goto(`${bench.url}/runs/${run}?full=env/far`);
  await expect(drawn(screen(page, "env/far"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(screen(page, "env/far")).toHaveCount(0);
  await expect(page).not.toHaveURL(/full=/);
  await expect(page.getByRole("button", { name: "env/far: more" })).toBeFocused();
});

test("a panel that has no points fills the window as well, and says so", async ({ member: page, bench }) => {
  await bench.cliJson("launch", "grpo");
  const run = await (await joinByWire(bench)).take();
  await run.send({ "reward/raw": rise(9, 1) });
  await page.goto(`${bench.url}/runs/${run.runId}?full=reward/raw`);
  await expect(drawn(screen(page, "Reward, raw"))).toBeVisible();
  const total = Number(/of (\d+)$/.exec(await page.getByRole("dialog").locator("output").innerText())?.[1]);
  expect(total).toBeGreaterThan(2);
  for (let i = 2; i <= total; i++) {
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText(new RegExp(`, ${i} of ${total}$`))).toBeVisible();
  }
  await expect(page.getByRole("dialog")).toContainText("No points yet");
});

test("on paper every panel is there, also those that were never in sight", async ({
  member: page,
  bench,
}) => {
  await bench.cliJson("launch", "grpo");
  const names = Array.from({ length: 80 }, (_, i) => `env/wins_${i}`);
  const run = await (
    await joinByWire(bench)
  ).play(Object.fromEntries(names.map((name, i) => [name, rise(20, i + 1)])));
  const plots = page.locator(".panel-cell .plot");
  await page.addInitScript(() => {
    window.print = () => {
      dispatchEvent(new Event("beforeprint"));
      const undrawn = [...document.querySelectorAll(".panel-cell")].filter(
        (cell) => !cell.querySelector(".plot path"),
      );
      document.body.dataset.printed = `${document.querySelectorAll(".panel-cell").length}, ${undrawn.length} empty`;
      dispatchEvent(new Event("afterprint"));
    };
  });
  await page.goto(`${bench.url}/runs/${run}?find=wins`);
  await expect(drawn(figure(page, "env/wins_0"))).toBeVisible();
  expect(await plots.count()).toBeLessThan(40);

  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  expect(await page.locator(".panel-cell").count()).toBe(80);
  await expect.poll(() => page.locator(".panel-cell:not(:has(.plot path))").count()).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect.poll(() => plots.count()).toBeLessThan(40);

  await page.reload();
  await expect(drawn(figure(page, "env/wins_0"))).toBeVisible();
  await page.keyboard.press("Control+p");
  await expect(page.locator("body")).toHaveAttribute("data-printed", "80, 0 empty");
  await expect.poll(() => plots.count()).toBeLessThan(40);
});
