import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import { expectClean } from "./fixtures/clean-page.ts";
import { ENDLESS, type Launched } from "./fixtures/short-runs.ts";

test.use({ benchOptions: { shared: true } });

/** Presses a button of the page and the one of the dialog that follows, which says this much of what will happen. */
async function press(page: Page, name: string | RegExp, confirm: RegExp, says: RegExp): Promise<void> {
  await page.getByRole("button", { name }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(says);
  await dialog.getByRole("button", { name: confirm }).click();
  await expect(dialog).toBeHidden();
}

const trains = (page: Page) =>
  expect(page.getByRole("progressbar", { name: /Train step [1-9][\d,]* of 5,000/ })).toBeVisible();
const tab = (page: Page, name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) }).click();

test("a run is stopped with a checkpoint, goes on from it with a seam, begins anew, and its checkpoints are looked after", async ({
  member: page,
  bench,
}) => {
  const settings = ENDLESS.split(";").flatMap((pair) => ["--set", pair]);
  const title = ["--title", "Stopped and resumed"];
  const { runs } = await bench.cliJson<Launched>("launch", "grpo", ...settings, ...title);
  const [{ id, name }] = runs;
  const stop = () => press(page, "Stop run", new RegExp(`^Stop ${name}`), /Every point up to there stays/);
  await page.goto(`${bench.url}/runs/${id}`);
  await expect(page.getByText("live,")).toBeVisible();
  await trains(page);
  await stop();
  await press(page, "Resume", /^Resume /, /As attempt 2 it goes on from the checkpoint of step \d+, on /);
  await expect(page.getByText(/Attempt 2, resumed from the checkpoint of step \d+/)).toBeVisible();
  await trains(page);
  await expect(page.locator("svg text", { hasText: "attempt 2" }).first()).toBeVisible();
  await stop();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();

  await press(page, "Retry from the start", /^Retry /, /As attempt 3 it begins anew/);
  await expect(page.getByText(/Attempt 3, retried from the start/)).toBeVisible();
  await trains(page);
  await stop();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();

  await tab(page, "Artifacts");
  const files = page.getByRole("table", { name: "Files on the worker" });
  // One that was written over is gone, and has no such button.
  const pinned = page.getByRole("button", { name: /^(Pin|Unpin) checkpoint-/ });
  const there = files.getByRole("row").filter({ has: pinned });
  await expect(there).toHaveCount(3);
  const ofSecond = there.nth(1);
  await ofSecond.getByRole("button", { name: /hash of checkpoint-/ }).click();
  await expect(ofSecond).toContainText(/[0-9a-f]{12}/);
  await ofSecond.getByRole("button", { name: /^Pin checkpoint-/ }).click();
  await expect(ofSecond.getByRole("button", { name: /^Unpin / })).toBeVisible();
  await page.getByRole("button", { name: "Free space" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 pinned");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await ofSecond.getByRole("button", { name: /^Unpin / }).click();
  await expect(ofSecond.getByRole("button", { name: /^Pin / })).toBeVisible();
  await press(page, "Free space", /^Remove \d checkpoints?$/, /Would go: checkpoint-\d+/);
  await expect.poll(() => there.count()).toBeLessThan(3);
  await expectClean(page, "the artifacts of a run");

  await tab(page, "Attempts");
  for (const n of [1, 2, 3]) await expect(page.getByText(`Attempt ${n}`, { exact: true })).toBeVisible();
});

test("a worker is drained and takes runs again", async ({ member: page, bench }) => {
  const workers = () => bench.cliJson<{ worker: { name: string } }[]>("worker", "list");
  await expect.poll(async () => (await workers()).length).toBe(1);
  const [
    {
      worker: { name },
    },
  ] = await workers();
  await page.goto(`${bench.url}/workers`);
  await page.getByRole("main").getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL(/\/workers\/\w+/);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await press(page, "Drain", new RegExp(`^Drain ${name}`), /It takes no new runs until somebody lets it/);
  const again = page.getByRole("button", { name: "Take runs again" });
  await expect(again).toBeVisible();
  await again.click();
  await expect(page.getByRole("button", { name: "Drain" })).toBeVisible();
});
