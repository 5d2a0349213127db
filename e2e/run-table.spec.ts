import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import { expectClean, expectFits, expectNoViolation, leaveTooltips } from "./fixtures/clean-page.ts";
import { names } from "./fixtures/run-rows.ts";

test.use({ benchOptions: { shared: true, seed: { runs: 300, metrics: 45 } } });

const RUNS = 10_000;

const grid = (page: Page) => page.getByRole("grid", { name: "Runs" });
const foot = (page: Page) => page.locator(".table-foot");
const head = (page: Page, name: string | RegExp) =>
  page.getByRole("columnheader", { name }).getByRole("button");

/** Offsets of the pages that the table asked for. */
function askedOffsets(page: Page): () => number[] {
  const offsets = new Set<number>();
  page.on("request", (request) => {
    const url = decodeURIComponent(request.url());
    if (!/\/api\/trpc\/[\w.,]*runs\.table/.test(url)) return;
    for (const [, offset] of url.matchAll(/"offset":(\d+)/g)) offsets.add(Number(offset));
  });
  return () => [...offsets].sort((a, b) => a - b);
}

test.describe(() => {
  test.use({ benchOptions: { seed: { runs: RUNS, metrics: 40 } } });

  test("ten thousand runs stand in a table that draws and fetches what is in sight", async ({
    member: page,
    bench,
  }) => {
    await page.goto(`${bench.url}/runs`);
    await expect(foot(page)).toContainText("Showing 10,000 of 10,000 runs.");
    await expect(grid(page)).toHaveAttribute("aria-rowcount", String(RUNS + 1));
    expect(await page.locator("tbody tr").count()).toBeLessThan(70);

    const offsets = askedOffsets(page);
    await page.locator(".run-table").evaluate((frame) => frame.scrollTo({ top: 29 * 9000 }));
    await expect(page.locator("tbody tr[aria-rowindex='9003'] a[href^='/runs/']")).toBeVisible();
    await expect.poll(offsets).toEqual([8900, 9000]);
    await expectNoViolation(page, "scrolled to row 9,000");

    const many = Array.from(
      { length: 200 },
      (_, i) => `m:layer_${String(i).padStart(3, "0")}/grad:last`,
    ).join(",");
    await page.goto(`${bench.url}/runs?cols=${many}`);
    await expect(grid(page)).toHaveAttribute("aria-colcount", "203");
    await expect(head(page, /layer_000/)).toBeVisible();
    expect(await page.getByRole("columnheader").count()).toBeLessThan(25);
    await page.locator(".run-table").evaluate((frame) => frame.scrollTo({ left: frame.scrollWidth }));
    await expect(head(page, /layer_199/)).toBeVisible();
    await expect(head(page, "Run")).toBeInViewport();
    await expect(page.locator("tbody tr[aria-rowindex='2'] [data-num]").last()).not.toBeEmpty();
    await expectNoViolation(page, "200 columns");
    await expectFits(page, "200 columns");
  });
});

test("sorting, conditions and groups are made on the page, live in the address, and are said", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/runs`);
  await head(page, /RR@5/).click();
  await expect(page).toHaveURL(/sort=-m:eval/);
  await expect(page.getByRole("columnheader", { name: /RR@5/ })).toHaveAttribute("aria-sort", "descending");
  await head(page, "Run").click({ modifiers: ["Shift"] });
  await expect(page).toHaveURL(/sort=-m:eval\/rr_at_5:last,run/);
  await expect(foot(page)).toContainText("Infinite, NaN and missing values come last");

  await head(page, /Reward, raw/).click();
  await expect(page.locator("tr[data-kind='part']").first()).toContainText(
    "175 runs ranked among themselves: reward function solved - steps",
  );
  await expect(foot(page)).toContainText(
    "runs of different reward functions are not ranked against each other",
  );

  await page.getByRole("button", { name: "Add filter" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Find a column").fill("rr_at");
  await dialog.getByRole("button", { name: /RR@5/ }).click();
  await dialog.getByRole("textbox", { name: "Value" }).fill("half");
  await dialog.getByRole("button", { name: "Add the condition" }).click();
  await expect(dialog).toContainText("“half” is no number");
  await dialog.getByRole("textbox", { name: "Value" }).fill("50 %");
  await dialog.getByRole("button", { name: "Add the condition" }).click();
  await expect(page.getByText("RR@5, last > 50 %")).toBeVisible();
  await expect(foot(page)).toContainText(/Showing 1\d\d of 300 runs\. 1\d\d hidden by the filter\./);
  await expect(page.locator("output.hidden-text")).toContainText(/Showing 1\d\d of 300 runs/);
  await page.reload();
  await expect(page.getByText("RR@5, last > 50 %")).toBeVisible();
  // What is chosen before the page listens is lost.
  await expect(page.getByText("live,")).toBeVisible();

  await page.getByLabel("Group the runs by").selectOption("experiment");
  await expect(foot(page)).toContainText("Showing 20 groups, 1");
  await expect(page.locator("tr[data-kind='group']").first()).toContainText("mixed reward functions");
  await page.locator(".table-toggle").first().click();
  await expect(page).toHaveURL(/open=/);
  await expect(page.locator("tr[data-kind='seed']").first()).toBeVisible();
  await expectClean(page);

  await page.getByRole("button", { name: "Remove RR@5, last > 50 %" }).click();
  await expect(foot(page)).toContainText("Showing 20 groups, 300 of 300 runs.");
  await page.goto(`${bench.url}/runs?where=seed~gt~77`);
  await expect(page.getByText("No matching runs. 300 in all.")).toBeVisible();
  await page.getByRole("button", { name: "Remove all conditions" }).click();
  await expect(foot(page)).toContainText("Showing 300 of 300 runs.");
});

test("columns are found, added, moved, widened and taken away, by key as well", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/runs`);
  await page.getByRole("button", { name: "Columns" }).click();
  const dialog = page.getByRole("dialog");
  const shown = dialog.getByRole("region", { name: "Shown columns" }).getByRole("listitem");
  await expect(shown.filter({ hasText: "RR@5" })).toHaveText("RR@5 %, last evaluation [95 %]");
  await expect(shown.filter({ hasText: "Reward, raw" })).toHaveText("Reward, raw points, last");
  await dialog.getByLabel("Find a column").fill("note");
  await expect(dialog.getByRole("button", { name: /note "a\.b" 😀/ })).toContainText("in 13 of 300 runs");
  await dialog.getByRole("button", { name: /note "a\.b" 😀/ }).click();
  await dialog.getByLabel("Find a column").fill("точность");
  await dialog.getByLabel("What of a metric").selectOption("max");
  await dialog.getByRole("button", { name: /точность 😀/ }).click();
  await dialog.getByLabel("What of a metric").selectOption("best");
  await expect(dialog.getByRole("button", { name: /точность 😀/ }).last()).toContainText(
    "no direction, so no best",
  );
  await dialog.getByRole("button", { name: "Move точность 😀, highest up" }).click();
  await dialog.getByRole("button", { name: "Take RR@5, last away" }).click();
  await leaveTooltips(page);
  await expectNoViolation(page, "column chooser");
  await dialog.getByRole("button", { name: "Done" }).click();
  const chosen = () => decodeURIComponent(new URL(page.url()).searchParams.get("cols") ?? "").split(",");
  expect(chosen().slice(-3)).toEqual(["launched", "m:точность 😀:max", `p:note "a.b" 😀`]);

  await page.setViewportSize({ width: 1900, height: 900 });
  const name = /^точность/;
  const place = () => chosen().findIndex((id) => id.startsWith("m:точность 😀:max"));
  const before = place();
  await head(page, name).focus();
  await page.keyboard.press("Escape");
  // The keys of a head are told after a tooltip has come and gone, too.
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await expect(head(page, name)).toHaveAccessibleDescription(/Enter sorts/);
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(place).toBe(before - 1);
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => chosen()[before - 1]).toMatch(/~\d+$/);
  await page.keyboard.press("Delete");
  await expect.poll(place).toBe(-1);

  const from = await head(page, /Launched/).boundingBox();
  const to = await head(page, /Train step/).boundingBox();
  if (!from || !to) throw new Error("the heads are not drawn");
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x - 40, from.y + 5, { steps: 4 });
  await page.mouse.move(to.x + 2, to.y + 5, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => chosen()[1]).toBe("launched");
  expect(page.url()).not.toContain("sort=");
  const edge = await page.getByRole("columnheader", { name: /Launched/ }).boundingBox();
  if (!edge) throw new Error("the head is not drawn");
  await page.mouse.move(edge.x + edge.width - 3, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width + 57, edge.y + 10, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => chosen()[1]).toMatch(/^launched~16\d$/);
});

test("the table is walked, sorted, selected and compared with the keyboard alone", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/runs?group=experiment`);
  await expect(page.locator("tr[data-kind='group']")).toHaveCount(20);
  await page.getByRole("button", { name: "Columns" }).focus();
  await page.keyboard.press("Tab");
  await expect(head(page, "Run")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(head(page, "State")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("tr[data-active]")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("tr[data-kind='seed']").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await expect(page.getByRole("region", { name: "Selected runs" })).toContainText("2 runs selected");
  await expectNoViolation(page, "two runs selected");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/compare\?e=run_\w+,run_\w+/);
  await page.goBack();
  await expect(page.locator("tr[data-kind='seed']").first()).toBeVisible();
  const first = (await names(page))[0];
  await page.keyboard.press("/");
  await page.keyboard.type("no such run");
  await expect(page.getByText("No matching runs. 300 in all.")).toBeVisible();
  await page.getByRole("button", { name: "Show all runs" }).click();
  await expect(page.getByText(first).first()).toBeVisible();
});

test("a key that needs a selection says so to everybody where there is none", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/runs`);
  await expect(page.getByText("live,")).toBeVisible();
  const said = page.getByRole("region", { name: "Selected runs" });
  for (const key of ["t", "e", "m"]) {
    await page.keyboard.press(key);
    await expect(said.getByText("Select runs with x first")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(said).toHaveCount(0);
  }
  await page.keyboard.press("c");
  await expect(said.getByText("A comparison needs at least two runs: select them with x")).toBeVisible();
  await expectNoViolation(page, "what a key says without a selection");
});
