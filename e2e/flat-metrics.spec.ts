import { expect, test } from "./fixtures/app.ts";
import { expectNoViolation } from "./fixtures/clean-page.ts";
import { drawn, figure, rise } from "./fixtures/figures.ts";
import { joinByWire, WIRED } from "./fixtures/wire-run.ts";

test.use({ benchOptions: WIRED });

test("a metric that stayed at 0 is a line with its n, which opens as a panel and closes again", async ({
  member: page,
  bench,
}) => {
  await bench.cliJson("launch", "grpo");
  const run = await (
    await joinByWire(bench)
  ).play({ "reward/raw": rise(40, 1), "train/loss": rise(40, 2), "train/grad_norm": rise(40, 0) });
  await page.goto(`${bench.url}/runs/${run}`);
  await expect(drawn(figure(page, "train/loss"))).toBeVisible();
  const line = page.getByRole("listitem").filter({ hasText: "0, n 40" });
  await expect(line).toHaveText(/^Gradient norm 0, n 40$/);
  await expect(figure(page, "Gradient norm")).toHaveCount(0);
  await expectNoViolation(page, "a run with a flat metric");
  await line.getByRole("link").click();
  // A flat path has no height, so that it counts as hidden.
  await expect(drawn(figure(page, "Gradient norm"))).toBeAttached();
  await expect(page).toHaveURL(/unfolded=train/);
  await line.getByRole("link").click();
  await expect(figure(page, "Gradient norm")).toHaveCount(0);
});
