import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import { expectNoViolation } from "./fixtures/clean-page.ts";
import { live } from "./fixtures/run-rows.ts";

test.use({ benchOptions: { shared: true, trained: true } });

const SCRIPTS = /\/_next\/static\/.*\.js/;

/** As after an upgrade of the server: what the page has not loaded yet is gone. */
const loseScripts = (page: Page) => page.route(SCRIPTS, (route) => route.fulfill({ status: 404 }));

test("a dialog and a menu whose scripts are gone say so over the page, which stays, and come when they are there again", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/alerts`);
  await live(page);
  await loseScripts(page);
  const lost = page.locator(".later-lost");
  await page.getByRole("button", { name: "New rule" }).click();
  await expect(lost).toContainText("The dialog could not be loaded");
  await expect(page.getByRole("region", { name: "Rules" })).toBeVisible();
  await expectNoViolation(page, "a dialog that did not come");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(lost).toHaveCount(0);

  await page.getByRole("button", { name: "New rule" }).click();
  await expect(lost).toBeVisible();
  await page.unroute(SCRIPTS);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: "New rule" })).toBeVisible();
});
