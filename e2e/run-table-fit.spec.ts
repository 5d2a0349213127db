import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import { expectFits } from "./fixtures/clean-page.ts";

test.use({ benchOptions: { shared: true, seed: { runs: 300, metrics: 45 } } });

const frame = (page: Page) => page.locator(".run-table");
const mark = (page: Page, side: "left" | "right") =>
  page.locator(`.table-more[data-side='${side}'][data-on]`);
const overflow = (page: Page) => frame(page).evaluate((el) => el.scrollWidth - el.clientWidth);

/** Where the controls above the table stand that are always there. */
async function places(page: Page) {
  const controls = [
    page.getByLabel("Filter by name or id"),
    page.getByRole("button", { name: "Add filter" }),
    page.getByLabel("Group the runs by"),
    page.getByRole("button", { name: "Columns" }),
  ];
  return Promise.all(controls.map((control) => control.boundingBox()));
}

test("the default columns fit, a wider table says at its edges that it goes on, and controls stay in their places", async ({
  member: page,
  bench,
}) => {
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${bench.url}/runs`);
    await expect(page.getByRole("grid", { name: "Runs" })).toBeVisible();
    await expect.poll(() => overflow(page)).toBe(0);
    await expect(page.locator(".table-more[data-on]")).toHaveCount(0);
  }

  await page.setViewportSize({ width: 1280, height: 800 });
  const before = await places(page);
  await page.getByLabel("Filter by name or id").fill("baseline");
  await expect(page.locator(".table-foot")).toContainText("hidden by the filter");
  expect(await places(page)).toEqual(before);
  await page.goto(`${bench.url}/runs?where=seed~gt~0,m:reward/raw:last~gt~0.2`);
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(2);
  expect(await places(page)).toEqual(before);

  await page.setViewportSize({ width: 900, height: 800 });
  await page.goto(`${bench.url}/runs`);
  await expect(mark(page, "right")).toHaveCount(1);
  await expect(mark(page, "left")).toHaveCount(0);
  await frame(page).evaluate((el) => el.scrollTo({ left: 40 }));
  await expect(mark(page, "left")).toHaveCount(1);
  await frame(page).evaluate((el) => el.scrollTo({ left: el.scrollWidth }));
  await expect(mark(page, "right")).toHaveCount(0);
  await expectFits(page, "900 px");
});
