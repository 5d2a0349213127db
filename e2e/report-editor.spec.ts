import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import type { Bench } from "./fixtures/bench.ts";
import { expectFits, expectNoViolation } from "./fixtures/clean-page.ts";

// A server of its own: where there are two experiments the menu asks which one.
test.use({ benchOptions: { trained: true } });

/** A new report without words, opened for writing; what the console says against it is kept. */
async function startWriting(page: Page, bench: Bench): Promise<{ area: Locator; problems: string[] }> {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(`${bench.url}/reports`);
  await page.getByRole("button", { name: "New report" }).click();
  const area = page.getByLabel("Text of the report, Markdown");
  await expect(area).toBeVisible();
  await area.focus();
  return { area, problems };
}

const chips = (area: Locator) => area.locator(".text-chip");
const saved = (page: Page) => page.getByRole("status").filter({ hasText: /^Saved$/ });
/** Takes the entry of the menu that is selected once it has this name. */
async function take(page: Page, name: RegExp): Promise<void> {
  await expect(page.getByRole("option", { name, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
}

test("a table and a number are written by keyboard alone, with the values of the drawn report", async ({
  member: page,
  bench,
}) => {
  const { area, problems } = await startWriting(page, bench);
  await page.keyboard.type("/abl");
  await take(page, /^Ablation table/);
  const table = chips(area).filter({ hasText: "Ablation table" });
  await expect(table).toHaveAttribute("aria-label", /^Ablation table, .+baseline/);
  const preview = page.getByLabel("How it reads");
  await expect(preview.getByRole("group", { name: /Ablation table/ }).first()).toBeVisible();

  await page.keyboard.type("It ends at /");
  await take(page, /^Number of a configuration/);
  await expect(page.getByRole("option", { name: /^Reward, raw/ })).toBeVisible();
  await page.keyboard.type("rr@");
  await take(page, /^RR@5/);
  await page.keyboard.type("base");
  await take(page, /^baseline/);
  const number = chips(area).filter({ hasText: "RR@5" });
  const printed = preview.locator(".report p .r-value");
  await expect(number.locator(".text-chip-value")).toHaveText((await printed.textContent()) ?? "none");
  await expect(number).toHaveAttribute(
    "aria-label",
    /^Number: RR@5 .+%, 3 seeds, baseline, mean over 3 seeds$/,
  );
  await expect(area).not.toContainText("{{");
  await expectNoViolation(page, "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolation(page, "dark", "contrast");

  // An arrow selects a chip, Enter opens its text, Escape closes it, Backspace takes it whole, and undo brings it back.
  await page.keyboard.press("ArrowLeft");
  await expect(number).toHaveAttribute("data-selected", "");
  await page.keyboard.press("Enter");
  await expect(area).toContainText("{{number metric: eval/rr_at_5");
  await page.keyboard.press("Escape");
  await expect(area).not.toContainText("{{");
  await page.keyboard.press("Backspace");
  await expect(number).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(number).toHaveCount(1);
  await number.dblclick();
  await expect(area).toContainText("{{number metric: eval/rr_at_5");
  await page.keyboard.press("Control+End");
  await expect(area).not.toContainText("{{");

  // What is written beside a block stays beside it: its lines are its own.
  await table.click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("After");
  await expect(table).toHaveCount(1);
  await expect(area.locator(".cm-line", { hasText: /^After$/ })).toHaveCount(1);
  for (const key of ["Home", "Backspace", "Backspace"]) await page.keyboard.press(key);
  await expect(table).toHaveAttribute("data-selected", "");

  // The button opens the same menu; Escape takes back what only the button wrote.
  await page.getByRole("button", { name: "Insert" }).click();
  await expect(page.getByRole("option", { name: /^Ablation table/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox", { name: "What can be inserted" })).toHaveCount(0);
  await expect(area).not.toContainText("/");

  await expect(saved(page)).toBeVisible();
  await page.getByRole("switch", { name: "Show source" }).click();
  await expect(area).toContainText("```ablab ablation-table");
  await expect(chips(area)).toHaveCount(0);
  await page.reload();
  await expect(area).toContainText("```ablab ablation-table");
  await page.getByRole("switch", { name: "Show source" }).click();
  await expect(chips(area)).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page, "the editor at 390");
  await page.setViewportSize({ width: 1440, height: 900 });

  // Tab leaves the text, and a half-made block goes with Escape.
  await page.keyboard.press("Control+End");
  await area.press("Control+End");
  await page.keyboard.type(" /diff");
  await take(page, /^Difference to the baseline/);
  await expect(area).toContainText("Difference to the baseline · ");
  await page.keyboard.press("Escape");
  await expect(area).not.toContainText("Difference to the baseline");
  await page.keyboard.press("Tab");
  await expect(area).not.toBeFocused();
  expect(problems).toEqual([]);
});

test("hostile and long texts do nothing, lists go on, and what is pasted is text", async ({
  member: page,
  bench,
}) => {
  const { area, problems } = await startWriting(page, bench);
  await page.keyboard.type("- one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("end");
  await expect(area.locator(".cm-line")).toHaveText(["- one", "- two", "end"]);

  const hostile = `<script>window.__x = 1</script><img src=x onerror="window.__x = 1"> [a](javascript:alert(1)) \u202eevil\u202c ${"[".repeat(10_000)} {{number metric: <b onclick=x>; run: <script>}}`;
  await page.keyboard.insertText(hostile);
  await expect(chips(area)).toHaveAttribute("data-state", "broken");
  expect(await page.evaluate(() => "__x" in window)).toBe(false);
  await expect(area.locator("script, b, a")).toHaveCount(0);

  await area.press("Control+a");
  await page.keyboard.insertText(
    "Is {{number metric: eval/rr_at_5; run: run_0123456789abcdef}} of 500.\n\n".repeat(500),
  );
  await expect(page.getByLabel("How it reads")).toContainText("500 numbers and blocks");
  expect(await chips(area).count()).toBeLessThan(200);
  await area.press("Control+Home");
  await page.keyboard.type("Now ");
  await expect(area.locator(".cm-line").first()).toContainText("Now Is");
  await expect(chips(area).first()).toHaveAttribute("aria-label", /There is no run/);

  await area.press("Control+a");
  await page.keyboard.insertText("word ".repeat(200_000));
  await expect(page.getByText("Shorten the report to save it.")).toBeVisible();
  await area.press("Control+a");
  await page.keyboard.insertText("Short.");
  await expect(saved(page)).toBeVisible();
  expect(problems).toEqual([]);
});

test("whoever reads a report loads nothing of its editor", async ({ member: page, bench, launched }) => {
  const { id } = await bench.cliJson<{ id: string }>("report", "write", launched.experimentId);
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.text());
  });
  await page.goto(`${bench.url}/reports/${id}`);
  await expect(page.getByText(/^Draft: every number is computed now/)).toBeVisible();
  const holdEditor = async () =>
    (await Promise.all(scripts)).filter((text) => text.includes("cm-scroller")).length;
  expect(scripts.length).toBeGreaterThan(5);
  expect(await holdEditor()).toBe(0);
  await page.getByRole("link", { name: "Edit" }).first().click();
  await expect(page.getByLabel("Text of the report, Markdown")).toBeVisible();
  expect(await holdEditor()).toBeGreaterThan(0);
});
