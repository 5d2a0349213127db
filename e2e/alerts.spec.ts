import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import { expectClean, expectNoViolation } from "./fixtures/clean-page.ts";
import { live } from "./fixtures/run-rows.ts";

test.use({ benchOptions: { trained: true } });

const bell = (page: Page) => page.getByRole("button", { name: /^Alerts/ });

/** Counts how often the page asks whether it may show notifications. */
async function countAsking(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const asked = { n: 0 };
    Object.assign(window, { asked });
    Notification.requestPermission = () => {
      asked.n += 1;
      return Promise.resolve("denied");
    };
    Object.defineProperty(Notification, "permission", { get: () => "default" });
  });
  return () => page.evaluate(() => (window as unknown as { asked: { n: number } }).asked.n);
}

test("what ended stands in the list and on the bell, is read, taken back and muted", async ({
  member: page,
  bench,
  launched,
}) => {
  await page.goto(`${bench.url}/alerts`);
  await live(page);
  // The runs of one experiment are one line, and each is behind it with its own end.
  const n = launched.runs.length;
  const line = page.locator(".alert-list > li").filter({ hasText: `${n} of ${n} runs of` });
  await line.locator("summary").click();
  await expect(line.getByRole("listitem").filter({ hasText: "finished" })).toHaveCount(n);
  await expect(line.getByRole("link", { name: /finished/ }).first()).toBeVisible();
  await expectClean(page, "alerts");
  const unread = page.locator(".alert-list > li[data-unread]");
  const before = await unread.count();
  expect(before).toBeGreaterThan(0);

  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(unread).toHaveCount(0);
  await expect(bell(page)).toHaveAccessibleName("Alerts");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(unread).toHaveCount(before);

  await bell(page).click();
  await expect(page.getByRole("dialog", { name: "Alerts" }).getByRole("listitem")).not.toHaveCount(0);
  await expectNoViolation(page, "the bell");
  await page.keyboard.press("Escape");

  await page
    .getByRole("button", { name: /^More for/ })
    .first()
    .click();
  await page
    .getByRole("menuitem", { name: /^experiment/ })
    .first()
    .click();
  const muted = page.getByRole("region", { name: "Muted" });
  await expect(muted).toBeVisible();
  await muted.getByRole("button", { name: /^Unmute/ }).click();
  await expect(muted).toHaveCount(0);
  expect(launched.experimentId).toMatch(/^exp_/);
});

test("a rule is written, changed, deleted and brought back, and a hostile name is text", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/settings`);
  await page.getByRole("link", { name: "Rules and webhooks" }).click();
  await expect(page.getByRole("region", { name: "Rules" })).toBeInViewport({ ratio: 0.9 });
  await live(page);
  const name = `<img src=x onerror="document.title='gone'"> low`;
  await page.getByRole("button", { name: "New rule" }).click();
  const dialog = page.getByRole("dialog", { name: "New rule" });
  await dialog.getByLabel("Value").fill("-0.5");
  await dialog.getByLabel("Name").fill(name);
  await expect(dialog).toContainText("reward/raw below −0.5 for 10 steps");
  await expectNoViolation(page, "a new rule");
  await dialog.getByRole("button", { name: "Create rule" }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: /^Delete/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toBeVisible();
  await expect(page).toHaveTitle(/Alerts/);
});

test("a webhook to this machine gets no connection, and its secret is shown once", async ({
  member: page,
  bench,
}) => {
  let hits = 0;
  const inner = createServer((_request, response) => {
    hits += 1;
    response.end();
  });
  await new Promise<void>((resolve) => inner.listen(0, "127.0.0.1", resolve));
  const { port } = inner.address() as AddressInfo;
  await page.goto(`${bench.url}/alerts`);
  await live(page);
  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByLabel("Name").fill("inner");
  await dialog.getByLabel("Address").fill("javascript:alert(1)");
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog).toContainText("begins with https:// or http://");
  await dialog.getByLabel("Address").fill(`http://127.0.0.1:${port}/`);
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog).toContainText("leads into a private network");
  await dialog.getByLabel("Address").fill(`http://chat.invalid:${port}/`);
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByRole("button", { name: "Test inner" }).click();
  await expect(page.getByText(/could not be reached/)).toBeVisible();
  expect(hits).toBe(0);
  await page.reload();
  await live(page);
  await expect(page.getByText(/^whsec_/)).toHaveCount(0);
  inner.close();
});

test("a page asks for notifications on a press, and never by itself", async ({ member: page, bench }) => {
  const asked = await countAsking(page);
  await page.goto(`${bench.url}/alerts`);
  await live(page);
  expect(await asked()).toBe(0);
  await page.getByRole("switch", { name: /notifications of this browser/ }).click();
  expect(await asked()).toBe(1);
});

test("settings are changed by one press each, and another browser is logged out", async ({
  member: page,
  bench,
  browser,
}) => {
  const other = await browser.newContext();
  const stranger = await other.newPage();
  await stranger.goto((await bench.cliJson<{ url: string }>("login-link")).url);
  await expect(stranger).toHaveTitle(/Ablab/);

  await page.goto(`${bench.url}/settings`);
  await live(page);
  await expectClean(page, "settings");
  const sessions = page.getByRole("region", { name: "Sessions" });
  await expect(sessions.getByText("this browser")).toHaveCount(1);
  await sessions.getByRole("button", { name: /^Log out \d/ }).click();
  await expect(sessions.getByRole("row")).toHaveCount(2);
  expect((await stranger.goto(`${bench.url}/settings`))?.status()).toBe(401);
  await other.close();

  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expectClean(page, "dark settings");

  const backups = page.getByRole("region", { name: "Backups" });
  await backups.getByRole("button", { name: "Back up now" }).click();
  await expect(backups.getByRole("row").filter({ hasText: /ablab-.*\.db/ })).not.toHaveCount(0);
});
