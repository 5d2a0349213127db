import { expect, test } from "./fixtures/app.ts";
import { expectFitsAt } from "./fixtures/clean-page.ts";
import { fillWithLongNames } from "./fixtures/long-names.ts";

test.use({ benchOptions: { seed: { runs: 4, metrics: 6 } } });

test("no page scrolls sideways, however long the names on it are and wherever they come from", async ({
  member: page,
  bench,
}) => {
  const { paths } = await fillWithLongNames(bench);
  for (const path of paths) {
    await page.goto(`${bench.url}${path}`);
    await expect(page.locator("main")).toBeVisible();
    await expect(page.locator("main [aria-busy='true']")).toHaveCount(0);
    await expectFitsAt(page, [390, 1280, 1440], path);
  }
});
