import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import { live } from "./fixtures/run-rows.ts";

// What is made and deleted here stands in lists that others would see: a server of its own.
test.use({ benchOptions: { trained: true } });

/** Counts requests of one change, and holds each until it is let go. */
async function hold(page: Page, change: RegExp) {
  const held: (() => void)[] = [];
  let n = 0;
  await page.route(change, async (route) => {
    n += 1;
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  return { count: () => n, letGo: () => held.forEach((go) => go()) };
}

test("Enter pressed twice in a dialog sends once, however late the answer is", async ({
  member: page,
  bench,
  launched,
}) => {
  await page.goto(`${bench.url}/settings`);
  await live(page);
  const made = await hold(page, /projects\.(create|new|make)/);
  await page.getByRole("button", { name: "New project" }).click();
  const name = page.getByRole("dialog").getByLabel("Name");
  await name.fill("Twice");
  // In one go, so that the page is not drawn in between.
  await name.evaluate((box) => {
    for (let i = 0; i < 2; i++)
      box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  });
  await expect.poll(made.count).toBe(1);
  await name.press("Enter");
  made.letGo();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Twice" })).toHaveCount(1);
  expect(made.count()).toBe(1);

  await page.goto(`${bench.url}/alerts`);
  await live(page);
  const rules = await hold(page, /alerts\.createRule/);
  await page.getByRole("button", { name: "New rule" }).click();
  const value = page.getByRole("dialog").getByLabel("Value");
  await value.fill("-3");
  const create = page.getByRole("dialog").getByRole("button", { name: "Create rule" });
  await create.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect.poll(rules.count).toBe(1);
  rules.letGo();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "−3" })).toHaveCount(1);
  expect(rules.count()).toBe(1);
  expect(launched.runs.length).toBeGreaterThan(1);
});

/** The server does what is asked at once, and its answer is late: news of the change are here first. */
async function answerLate(page: Page, change: RegExp) {
  await page.route(change, async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.fulfill({ response });
  });
}

test("a page whose report or run was deleted asks for it no more, and its console stays empty", async ({
  member: page,
  bench,
  launched,
}) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await answerLate(page, /(reports|runs)\.delete\b/);
  const { id, title } = await bench.cliJson<{ id: string; title: string }>(
    "report",
    "write",
    launched.experimentId,
  );
  await page.goto(`${bench.url}/reports/${id}`);
  await live(page);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the report" }).click();
  await expect(page).toHaveURL(/\/reports$/);
  // Brought back, it is read anew.
  await page.getByRole("button", { name: `Bring back ${title}` }).click();
  await page.getByRole("main").getByRole("link", { name: title }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title);

  const [run] = launched.runs;
  await page.goto(`${bench.url}/runs/${run.id}`);
  await live(page);
  await page.getByRole("button", { name: "Delete" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Delete ${run.name}` })
    .click();
  await expect(page).toHaveURL(/\/runs$/);
  await live(page);
  await expect(page.getByRole("main").getByRole("link", { name: run.name, exact: true })).toHaveCount(0);
  expect(errors).toEqual([]);
});
