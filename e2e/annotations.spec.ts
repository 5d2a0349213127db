import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/app.ts";
import { expectClean, expectNoViolation } from "./fixtures/clean-page.ts";
import { allNames, live, names } from "./fixtures/run-rows.ts";

test.use({ benchOptions: { trained: true } });

const tab = (page: Page, name: string) => page.getByRole("link", { name: new RegExp(`^${name} \\d`) });
const lastChange = (page: Page) => page.getByRole("region", { name: "Last change" });

test("runs are selected, tagged and archived by keys, and each change is taken back", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/runs`);
  await live(page);
  const before = await allNames(page);
  expect(before.length).toBeGreaterThan(3);

  await page.locator("tbody tr").first().focus();
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  const bar = page.getByRole("region", { name: "Selected runs" });
  await expect(bar).toContainText("2 runs selected");
  await page.keyboard.press("t");
  await page.getByLabel("Add").fill("figure2 paper");
  await expectNoViolation(page, "tags of the selected runs");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(lastChange(page)).toContainText("Tagged 2 runs.");

  await page.keyboard.press("e");
  await expect(lastChange(page)).toContainText("Archived 2 runs.");
  await expect.poll(() => names(page)).toHaveLength(before.length - 2);
  await tab(page, "Archive").click();
  await expect.poll(() => names(page)).toHaveLength(2);
  await expectClean(page, "the archive");
  await page.keyboard.press("u");
  await expect(lastChange(page)).toContainText("Unarchived 2 runs.");
  await tab(page, "All").click();
  await expect.poll(() => names(page)).toEqual(before);
  await page.goto(`${bench.url}/runs?q=figure2`);
  await expect.poll(() => names(page)).toHaveLength(2);
});

test("all runs that fit are selected by one press, and deleting them says what goes with them", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/runs`);
  await live(page);
  const all = (await allNames(page)).length;
  await page.getByRole("checkbox").first().click();
  await page.getByRole("button", { name: `All ${all} matching` }).click();
  await expect(page.getByRole("region", { name: "Selected runs" })).toContainText(`${all} runs selected`);
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`With ${all} runs go`);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Selected runs" })).toHaveCount(0);
});

test("an experiment gets another name and notes on its page, where their HTML is text", async ({
  member: page,
  bench,
  launched,
}) => {
  await page.goto(`${bench.url}/experiments/${launched.experimentId}`);
  await live(page);
  await page.getByRole("button", { name: "Rename, tag, note" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Does the KL term matter?");
  await dialog.getByLabel("Notes").fill("**Seen** twice. <img src=x onerror=alert(1)>");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Does the KL term matter?");
  await expect(page.locator(".kept-notes strong")).toHaveText("Seen");
  await expect(page.locator(".kept-notes")).toContainText("<img src=x");
  await expectClean(page, "an experiment with notes");
  await page.keyboard.press("u");
  await expect(page.locator(".kept-notes")).toHaveCount(0);
});

test("two tabs never write over each other's notes, and taking back what another tab changed says why it does not", async ({
  member: page,
  bench,
  launched,
}) => {
  const address = `${bench.url}/experiments/${launched.experimentId}`;
  await page.goto(address);
  await live(page);
  const write = async (tab: Page, notes: string) => {
    await tab.getByRole("button", { name: "Rename, tag, note" }).click();
    await tab.getByRole("dialog").getByLabel("Notes").fill(notes);
  };
  const save = (tab: Page) => tab.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await write(page, "mine");
  const other = await page.context().newPage();
  await other.goto(address);
  await live(other);
  await write(other, "theirs");
  await save(other);
  await expect(other.locator(".kept-notes")).toHaveText("theirs");

  await save(page);
  await expect(page.getByRole("dialog")).toContainText("were changed meanwhile");
  await expect(page.getByRole("dialog").getByLabel("Notes")).toHaveValue("mine");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator(".kept-notes")).toHaveText("theirs");

  await write(page, "theirs and mine");
  await save(page);
  await expect(page.locator(".kept-notes")).toHaveText("theirs and mine");
  await other.keyboard.press("u");
  await expect(lastChange(other)).toContainText("were changed meanwhile");
  await expectNoViolation(other, "an undo that is refused");
  await expect(other.locator(".kept-notes")).toHaveText("theirs and mine");
});
