import { expect, test } from "./fixtures/app.ts";
import { expectNoViolation, requestsUnderWay } from "./fixtures/clean-page.ts";
import { figure, rise } from "./fixtures/figures.ts";
import { joinByWire, WIRED } from "./fixtures/wire-run.ts";

test.use({ benchOptions: WIRED });

test("units stand where metrics are chosen, beside titles and with what is read; several units are warned of and named", async ({
  member: page,
  bench,
}) => {
  await bench.cliJson("launch", "grpo");
  const run = await (
    await joinByWire(bench)
  ).play({
    "policy/entropy": rise(40, 2),
    "my/latency [ms]": rise(40, 300).with(39, Number.NaN),
    "my/queue [ms]": rise(40, 90),
  });
  await page.goto(`${bench.url}/runs/${run}`);
  await expect(figure(page, "my/latency").locator(".figure-unit")).toHaveText("ms");

  const add = async (names: string[], title: string) => {
    await page.getByRole("button", { name: "This view: more" }).click();
    await page.getByRole("menuitem", { name: "Add panel…" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a panel" });
    for (const name of names) await dialog.getByRole("checkbox", { name }).check();
    await dialog.getByLabel("Title").fill(title);
    return dialog;
  };
  const alike = await add(["my/latency ms", "my/queue ms"], "Alike");
  await expect(alike).not.toContainText("differ in unit");
  await alike.getByRole("button", { name: "Add the panel" }).click();
  await expect(figure(page, "Alike").locator(".figure-unit")).toHaveText("ms");

  const mixed = await add(["Entropy nats", "my/queue ms"], "Mixed");
  await expect(mixed).toContainText("These metrics differ in unit: nats, ms.");
  await expectNoViolation(page, "the warning of two units");
  await mixed.getByRole("button", { name: "Add the panel" }).click();
  await expect(figure(page, "Mixed").locator(".figure-unit")).toHaveText("nats, ms");
  await expect(figure(page, "Mixed").locator(".plot")).toContainText("Entropy [nats]");

  const latency = figure(page, "my/latency");
  await latency.locator(".plot-area").focus();
  await page.keyboard.press("Home");
  await expect(latency.locator(".plot-tip")).toContainText("7.50\u202fms");
  await page.keyboard.press("End");
  await expect(latency.locator(".plot-tip .crit")).toHaveText("NaN");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "log y" }).click();
  await expect(latency.locator(".figure-unit")).toHaveText("ms, log");
});

test("charts of a live run stay where they are while a check begins and ceases to hold, and a search counts its evaluations", async ({
  member: page,
  bench,
}) => {
  await bench.cliJson("launch", "grpo");
  const run = await (await joinByWire(bench)).take();
  await run.send({ "group/zero_share": [0.1, 0.2, 0.1, 0.2] });
  const underWay = requestsUnderWay(page);
  await page.goto(`${bench.url}/runs/${run.runId}`);
  const chart = figure(page, "Zero-variance groups");
  await expect(chart.locator(".plot path").first()).toBeVisible();
  const strip = page.locator(".steady-place");
  await expect(strip).toHaveText("No warnings.");
  const top = async () =>
    (await page.getByRole("tablist").or(page.locator(".tabs")).first().boundingBox())?.y;
  // Places are compared from the moment on at which all that the page asked for is there, its letters too.
  await expect.poll(underWay).toBe(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const before = await top();
  await run.send({ "group/zero_share": Array.from({ length: 12 }, () => 0.9) }, 5);
  await expect(strip).toContainText("of groups carry no gradient");
  expect(await top()).toBe(before);
  await run.send({ "group/zero_share": Array.from({ length: 12 }, () => 0) }, 17);
  await expect(strip).toHaveText("No warnings.");
  expect(await top()).toBe(before);

  await page.goto(`${bench.url}/runs/${run.runId}?find=rr@5&yscale=log`);
  await expect(page.getByText(/^3 of \d+ panels$/)).toBeVisible();
  await expect(figure(page, "Held-out RR@5")).toBeVisible();
  await run.finish();
});
