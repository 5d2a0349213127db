import { expect, SMOKE_ARGS, test } from "./fixtures/app.ts";
import { expectFitsAt, expectNoViolation } from "./fixtures/clean-page.ts";

test("every page is clean for axe in light and dark, wide and narrow, and never scrolls sideways", async ({
  member: page,
  bench,
}) => {
  test.setTimeout(420_000);
  const launched = await bench.cliJson<{ experimentId: string; runs: { id: string }[] }>(
    "launch",
    "grpo",
    "--preset",
    "baseline",
    "--preset",
    "no_kl",
    "--seeds",
    "0-2",
    "--wait",
    ...SMOKE_ARGS,
  );
  const run = `/runs/${launched.runs[0].id}`;
  const paths = [
    "/",
    "/launch",
    "/launch?mode=matrix&presets=baseline,no_kl&vary=learning_rate=0.001,0.002",
    "/launch?mode=chain",
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
    "/benchmarks",
    "/workers",
    "/checks",
  ];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of paths) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(bench.url + path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForTimeout(300);
      await expectNoViolation(page, `${path} ${colorScheme}`);
      await expectFitsAt(page, [1280, 390], path);
    }
  }
});
