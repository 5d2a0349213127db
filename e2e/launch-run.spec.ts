import { expect, test } from "./fixtures/app.ts";
import { live } from "./fixtures/run-rows.ts";
import { ENDLESS, SMOKE } from "./fixtures/short-runs.ts";

test.use({ benchOptions: { shared: true } });

test.describe(() => {
  test.use({ benchOptions: { shared: true, empty: true } });

  test("a first visitor is told how to log in, and the link works once", async ({ bench, page }) => {
    await page.goto(bench.url);
    await expect(page.getByText("npx ablab login-link")).toBeVisible();
    const link = await bench.loginLink();
    await page.goto(link);
    await expect(page.getByRole("heading", { name: /No runs yet/ })).toBeVisible();
    await page.context().clearCookies();
    await page.goto(link);
    await expect(page.getByText(/was used before/)).toBeVisible();
  });
});

test("a run launched from the form streams its points, reloads in the middle, and ends", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/launch?set=${SMOKE}`);
  await expect(page.getByRole("button", { name: /Launch 1 run/ })).toBeVisible();
  await expect(page.getByText("--iterations=12")).toBeVisible();
  await page.getByRole("button", { name: /Launch 1 run/ }).click();
  await expect(page).toHaveURL(/\/runs\/run_/);
  await expect(page.getByRole("heading", { name: /baseline-s0/ })).toBeVisible();
  const step = page.locator(".fact", { hasText: "Train step" });
  await expect(step).toContainText(/[1-9]\d* of 12|[1-9]\d*of 12/);
  await page.reload();
  await expect(page.getByText(/finished\. It reached its last step/)).toBeVisible();
  await expect(step).toContainText("12");
  await expect(page.getByRole("figure", { name: "Reward, raw" }).locator("path").first()).toBeVisible();
  await expect(page.getByText(/n 60, step 12, final/)).toBeVisible();
  await page.getByRole("link", { name: /^Log/ }).click();
  await expect(page.locator(".log")).toContainText("start_weights");
  await page.getByRole("link", { name: /^Attempts/ }).click();
  await expect(page.getByText(/exit record: exit code 0, reason ok/)).toBeVisible();
});

test("stop asks, stops, and says who asked and which signal it took", async ({ member: page, bench }) => {
  await page.goto(`${bench.url}/launch?set=${ENDLESS}`);
  await page.getByRole("button", { name: /Launch 1 run/ }).click();
  await expect(page.getByText(/running\. Running on/)).toBeVisible();
  await page.getByRole("button", { name: "Stop run" }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(dialog).toContainText("SIGINT first");
  await dialog.getByRole("button", { name: /^Stop baseline-s0/ }).click();
  await expect(
    page.getByText(/killed\. It was stopped by local.*, ended [\d.]+\sm?s after SIGINT/),
  ).toBeVisible();
  const { code, stdout } = await bench.cli("runs", "--json");
  expect(code).toBe(0);
  const { rows } = JSON.parse(stdout) as { rows: { id: string; state: string }[] };
  const run = new URL(page.url()).pathname.split("/").at(-1);
  expect(rows.find(({ id }) => id === run)).toMatchObject({ state: "killed" });
});

test.describe(() => {
  test.use({ benchOptions: { shared: true, empty: true } });

  test("an error in the form is said at its field, blocks the press, and nothing is launched", async ({
    member: page,
    bench,
  }) => {
    await page.goto(`${bench.url}/launch`);
    await page.getByRole("button", { name: /^Training/ }).click();
    const field = page.getByLabel(/^Train steps/);
    await field.fill("many");
    await expect(page.locator('[data-param="iterations"]')).toContainText(
      /must be a whole number from 0 to 5000/,
    );
    // The button says that it is blocked and can still be pressed: the press leads to the field.
    await page
      .getByRole("button", { name: /^Launch/ })
      .last()
      .click({ force: true });
    await expect(field).toBeFocused();
    await expect(page).toHaveURL(/\/launch/);
    await field.fill("12");
    await expect(page.locator('[data-param="iterations"] .field-error')).toHaveCount(0);
    expect((await bench.cliJson<{ total: number }>("runs")).total).toBe(0);
  });
});

test.describe(() => {
  test.use({ benchOptions: { shared: true, empty: true } });

  test("a plan that is refused is said beside the press, which launches nothing", async ({
    member: page,
    bench,
  }) => {
    await page.goto(`${bench.url}/launch?experiment=exp_0000000000000000`);
    await live(page);
    const plan = page.getByRole("complementary", { name: "What the launch will do" });
    const why = plan.getByRole("alert").filter({ hasText: "There is no experiment" });
    await expect(why).toBeVisible();
    const press = page.getByRole("button", { name: /^Launch/ }).last();
    await expect(press).toBeDisabled();
    await expect(press).toHaveAttribute("data-tip", /There is no experiment/);
    await press.click({ force: true });
    await page.keyboard.press("Control+Enter");
    await expect(why).toBeVisible();
    await expect(page).toHaveURL(/\/launch/);
    expect((await bench.cliJson<{ total: number }>("runs")).total).toBe(0);
  });

  test("a press counts by the plan of what the form says now, and launches nothing while that is on its way", async ({
    member: page,
    bench,
  }) => {
    await page.goto(`${bench.url}/launch?mode=matrix&presets=baseline&seeds=0-2`);
    await live(page);
    const press = page.getByRole("button", { name: /^Launch/ }).last();
    await expect(press).toHaveText(/Launch 3 runs/);
    const arrive = Promise.withResolvers<void>();
    await page.route(/runs\.plan/, async (route) => {
      await arrive.promise;
      await route.continue();
    });
    await page.getByRole("textbox", { name: /^Seeds/ }).fill("0-5");
    await expect(press).not.toHaveText(/\d/);
    await expect(press).toBeDisabled();
    await press.click({ force: true });
    await page.keyboard.press("Control+Enter");
    arrive.resolve();
    await expect(press).toHaveText(/Launch 6 runs/);
    await expect(page).toHaveURL(/\/launch/);
    expect((await bench.cliJson<{ total: number }>("runs")).total).toBe(0);
  });

  test("a draft survives a refresh, because the form is its address", async ({ member: page, bench }) => {
    await page.goto(`${bench.url}/launch`);
    await page.getByRole("button", { name: /^Training/ }).click();
    await page.getByLabel(/^Temperature/).fill("0.8");
    await expect(page).toHaveURL(/temperature/);
    await page.reload();
    await expect(page.getByLabel(/^Temperature/)).toHaveValue("0.8");
  });

  test("groups at their defaults are a line each; what was changed stands open, here and in the command", async ({
    member: page,
    bench,
  }) => {
    await page.goto(`${bench.url}/launch?set=temperature=0.8`);
    const training = page.getByRole("region", { name: "Training" });
    const temperature = training.getByLabel(/^Temperature/);
    await expect(temperature).toHaveValue("0.8");
    await expect(training.getByRole("textbox")).toHaveCount(1);
    await expect(
      training.getByRole("button", { name: /^Training \d+ defaults: problems per step/ }),
    ).toBeVisible();
    await expect(page.getByLabel(/^Train steps/)).toBeVisible();
    const command = page.locator(".code");
    await expect(command).toContainText("--temperature=0.8");
    await expect(command).not.toContainText("--iterations");
    await page.getByRole("button", { name: /^\+ \d+ defaults$/ }).click();
    await expect(command).toContainText("--iterations=");

    // A value that passes by the default while it is typed does not take its field away.
    await temperature.fill("1");
    await expect(page).not.toHaveURL(/temperature/);
    await expect(temperature).toBeFocused();
    await temperature.fill("1.2");
    await expect(page).toHaveURL(/temperature=1.2/);
  });
});

test("the whole way can be gone with the keyboard alone", async ({ member: page, bench }) => {
  await page.goto(bench.url);
  await expect(page.getByText(/live, /)).toBeVisible();
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/launch/);
  await page.goto(`${bench.url}/launch?seeds=7&set=${SMOKE}`);
  await expect(page.getByText(/live, /)).toBeVisible();
  await expect(page.getByRole("button", { name: /Launch 1 run/ })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(/\/runs\/run_/);
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(page).toHaveURL(/\/runs$/);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("baseline-s7");
  await expect(page.getByRole("option", { name: /baseline-s7/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/runs\/run_/);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Launch");
});

test.describe(() => {
  test.use({ benchOptions: { shared: true, empty: true } });

  test("the press is in sight before anything is scrolled, on a wide and on a smaller screen", async ({
    member: page,
    bench,
  }) => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 1280, height: 720 },
    ]) {
      await page.setViewportSize(viewport);
      for (const address of ["/launch", "/launch?mode=pipeline"]) {
        await page.goto(bench.url + address);
        await expect(page.getByRole("button", { name: /^Launch \d+ run/ })).toBeInViewport({ ratio: 1 });
      }
    }
  });
});
