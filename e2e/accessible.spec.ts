import { expect, test } from "./fixtures/app.ts";
import { expectClean, expectFitsAt, expectNoViolation, requestsUnderWay } from "./fixtures/clean-page.ts";

test.use({ benchOptions: { shared: true, trained: true } });

const cutWords = (units: Element[]) =>
  units.filter((unit) => unit.scrollWidth > unit.clientWidth + 1).map((unit) => unit.textContent);

test("every page is clean for axe in light and dark, wide and narrow, and never scrolls sideways", async ({
  member: page,
  bench,
  launched,
}) => {
  const run = `/runs/${launched.runs[0].id}`;
  const paths = [
    "/",
    "/launch",
    "/launch?mode=matrix&presets=baseline,no_kl&vary=learning_rate=0.001,0.002",
    "/launch?mode=pipeline",
    "/launch?recipe=dgro&presets=paper",
    "/runs",
    run,
    `${run}?tab=config`,
    `${run}?tab=log`,
    `${run}?tab=groups`,
    `${run}?tab=evaluations`,
    `${run}?tab=attempts`,
    "/experiments",
    `/experiments/${launched.experimentId}`,
    `/variance?experiment=${launched.experimentId}`,
    "/benchmarks",
    "/workers",
    "/checks",
  ];
  const underWay = requestsUnderWay(page);
  for (const path of paths) {
    await page.goto(bench.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/live, /)).toBeVisible();
    await expect.poll(underWay).toBe(0);
    await expectClean(page, path);
    await expectFitsAt(page, [1280], path);
    // A unit that is cut, or takes a second line, is none that a reader sees.
    expect(await page.locator(".figure-unit").evaluateAll(cutWords), `${path} at 1280`).toEqual([]);
  }
});

test("the list of keys is closed by a button, and what of it is out of view is reached by key", async ({
  member: page,
  bench,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${bench.url}/runs`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(/live, /)).toBeVisible();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  for (const height of [800, 420]) {
    await page.setViewportSize({ width: 1280, height });
    await expect(dialog.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
    await expectNoViolation(page, `keys at 1280x${height}`);
  }
  const list = dialog.getByRole("region", { name: "List of keys" });
  await expect(dialog.locator(".scroll-more[data-side='bottom'][data-on]")).toHaveCount(1);
  await list.focus();
  await page.keyboard.press("End");
  await expect(dialog.locator(".scroll-more[data-side='bottom'][data-on]")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
});
