import { expect, test } from "./fixtures/app.ts";
import type { Launched } from "./fixtures/short-runs.ts";
import type { Queue } from "../server/contracts/queue/queue.ts";

// Without a worker nothing leaves the queue.
test.use({ benchOptions: { ownWorker: true } });

test("what waits is moved by keys and by the pointer, said aloud, taken back, and given out in that order", async ({
  member: page,
  bench,
}) => {
  await bench.cliJson<Launched>("launch", "grpo", "--seeds", "0-3", "--title", "Waits");
  const order = async () => (await bench.cliJson<Queue>("queue")).runs.map(({ name }) => name);
  await page.goto(`${bench.url}/workers`);
  await expect(page.getByText("live,")).toBeVisible();
  const table = page.getByRole("table", { name: "Queue" });
  const handle = (seed: number) => table.getByRole("button", { name: `Move baseline-s${seed},` });

  await handle(3).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(page.locator("output.hidden-text")).toHaveText("baseline-s3 is 2nd of 4 in line.");
  await expect.poll(order).toEqual(["baseline-s0", "baseline-s3", "baseline-s1", "baseline-s2"]);
  await expect(handle(3)).toBeFocused();
  await page.keyboard.press("u");
  await expect.poll(order).toEqual(["baseline-s0", "baseline-s1", "baseline-s3", "baseline-s2"]);
  await page.keyboard.press("End");
  await expect.poll(order).toEqual(["baseline-s0", "baseline-s1", "baseline-s2", "baseline-s3"]);

  const [from, to] = [await handle(2).boundingBox(), await handle(0).boundingBox()];
  if (!from || !to) throw new Error("no handle is drawn");
  await page.mouse.move(from.x + 6, from.y + 6);
  await page.mouse.down();
  await page.mouse.move(to.x + 6, to.y + 14, { steps: 4 });
  await page.mouse.move(to.x + 6, to.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(order).toEqual(["baseline-s2", "baseline-s0", "baseline-s1", "baseline-s3"]);

  await table.getByRole("button", { name: "More for baseline-s3" }).click();
  await page.getByRole("menuitem", { name: "Run now" }).click();
  await expect.poll(order).toEqual(["baseline-s3", "baseline-s2", "baseline-s0", "baseline-s1"]);

  await page.getByRole("button", { name: "Pause the queue" }).click();
  await expect(page.getByText("The queue is paused.", { exact: true })).toBeVisible();
  expect((await bench.cliJson<Queue>("queue")).paused).not.toBeNull();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Pause the queue" })).toBeVisible();
});

test("two tabs do not lose each other's moves", async ({ member: page, bench }) => {
  await bench.cliJson<Launched>("launch", "grpo", "--seeds", "0-3", "--title", "Two tabs");
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${bench.url}/workers`);
    await expect(tab.getByText("live,")).toBeVisible();
  }
  const handle = (tab: typeof page, seed: number) =>
    tab.getByRole("table", { name: "Queue" }).getByRole("button", { name: `Move baseline-s${seed},` });
  await handle(page, 3).press("Home");
  await expect(handle(other, 3)).toHaveAccessibleName("Move baseline-s3, 1st of 4 in line");
  await handle(other, 2).press("Home");
  const order = async () => (await bench.cliJson<Queue>("queue")).runs.map(({ name }) => name);
  await expect.poll(order).toEqual(["baseline-s2", "baseline-s3", "baseline-s0", "baseline-s1"]);
  await expect(handle(page, 2)).toHaveAccessibleName("Move baseline-s2, 1st of 4 in line");
});

test("runs of several projects wait in one line, and the queue says of each which is its project", async ({
  member: page,
  bench,
}) => {
  await bench.cliJson<Launched>("launch", "grpo", "--title", "One project");
  await page.goto(`${bench.url}/workers`);
  await expect(page.getByText("live,")).toBeVisible();
  const table = page.getByRole("table", { name: "Queue" });
  await expect(table.getByRole("link", { name: "One project" })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: "Project" })).toHaveCount(0);

  await bench.cliJson("project", "new", "Side");
  await bench.cliJson<Launched>("launch", "grpo", "--title", "Another", "--project", "side");
  await expect(table.getByRole("columnheader", { name: "Project" })).toBeVisible();
  await expect(table.getByRole("row").filter({ hasText: "Another" })).toContainText("Side");
  await expect(table.getByRole("row").filter({ hasText: "One project" })).toContainText("lp-debug");
});
