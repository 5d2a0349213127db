import type { Page } from "@playwright/test";
import type { Project } from "../server/contracts/housekeeping/projects.ts";
import { expect, test } from "./fixtures/app.ts";
import { expectClean, expectFitsAt, expectNoViolation } from "./fixtures/clean-page.ts";
import type { Launched } from "./fixtures/short-runs.ts";
import { allNames, live, names } from "./fixtures/run-rows.ts";

// Projects are of the whole bench: a server of its own.
test.use({ benchOptions: { trained: true, ownWorker: true } });

const switcher = (page: Page) => page.getByRole("complementary").getByRole("combobox", { name: "Project" });
const lastChange = (page: Page) => page.getByRole("region", { name: "Last change" });

async function say(page: Page, words: string) {
  const palette = page.getByRole("dialog", { name: "Search or run a command" });
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill(words);
  await palette.getByRole("combobox").press("Enter");
}

test("a project is made, shown, launched into, given two runs of another one, and these are taken back", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/settings`);
  await live(page);
  await page.getByRole("button", { name: "New project" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Side <b>question</b>");
  await expectNoViolation(page, "the dialog of a new project");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "Side <b>question</b>" })).toBeVisible();
  await expectClean(page, "settings with two projects");
  await expectFitsAt(page, [390, 1280], "settings with two projects");

  // Every run is shown where no project is; the other one is empty, and its links stay in it.
  await page.goto(`${bench.url}/runs`);
  await live(page);
  const before = await allNames(page);
  expect(before.length).toBeGreaterThan(3);
  await switcher(page).selectOption("Side <b>question</b>");
  await expect(page).toHaveURL(/\/runs\?project=side-b-question-b$/);
  await expect.poll(() => names(page)).toEqual([]);
  await expectClean(page, "the table of an empty project");
  for (const link of ["Experiments", "Reports", "Checks", "Overview"]) {
    await page.getByRole("complementary").getByRole("link", { name: link, exact: true }).click();
    await expect(page).toHaveURL(/project=side-b-question-b/);
    await expect(page.getByRole("list").getByText("Side <b>question</b>").first()).toBeVisible();
  }

  // Two runs go there by keys, and come back.
  await say(page, "show all projects");
  await expect(page).toHaveURL(/\/$/);
  await page.goto(`${bench.url}/runs`);
  await live(page);
  await expect.poll(() => names(page)).toEqual(before);
  await page.locator("tbody tr").first().focus();
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await expect(page.getByRole("region", { name: "Selected runs" })).toContainText("2 runs selected");
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("To").selectOption("Side <b>question</b>");
  await expectNoViolation(page, "the dialog that moves runs");
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(lastChange(page)).toContainText("Moved 2 runs to Side <b>question</b>.");
  await say(page, "switch to project side");
  await expect(page).toHaveURL(/\/runs\?project=side-b-question-b$/);
  await expect.poll(() => names(page)).toEqual(before.slice(0, 2));
  await page.keyboard.press("u");
  await expect(lastChange(page)).toContainText("Moved 2 runs to lp-debug.");
  await expect.poll(() => names(page)).toEqual([]);
  await switcher(page).selectOption("lp-debug");
  await expect.poll(() => names(page)).toEqual(before);

  // The form says where a launch goes; the command line knows the same projects.
  await page.goto(`${bench.url}/launch?project=side-b-question-b`);
  const into = page.getByRole("main").getByRole("combobox", { name: "Project" });
  await expect(into.locator("option:checked")).toHaveText("Side <b>question</b>");
  await page.getByRole("button", { name: /^Launch 1 run/ }).click();
  await expect(page).toHaveURL(/\/runs\/run_\w+\?project=side-b-question-b/);
  await expect(page.getByRole("list").getByText("Side <b>question</b>").first()).toBeVisible();
  const launched = await bench.cliJson<Launched>("launch", "grpo", "--project", "lp-debug");
  expect(launched.runs).toHaveLength(1);
  const projects = await bench.cliJson<Project[]>("project");
  expect(projects.map(({ slug, runs }) => [slug, runs])).toEqual([
    ["lp-debug", before.length + 1],
    ["side-b-question-b", 1],
  ]);
});

test("a project is renamed, gets defaults, is archived and taken back; one that holds something is not deleted", async ({
  member: page,
  bench,
}) => {
  await bench.cliJson("project", "new", "Second");
  await bench.cliJson("project", "new", "Third");
  await page.goto(`${bench.url}/settings#projects`);
  await live(page);
  const more = (name: string) => page.getByRole("button", { name: `${name}: more` });
  const choose = async (name: string, entry: string) => {
    await more(name).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  await choose("Second", "Rename…");
  await page.getByRole("dialog").getByLabel("Name").fill("Next");
  await page.getByRole("dialog").getByLabel("Name").press("Enter");
  await expect(lastChange(page)).toContainText("Renamed the project Second to Next.");
  await choose("Next", "Defaults…");
  await page.getByRole("dialog").getByLabel("Recipe").selectOption({ label: "DGRO and KRPO on OR-Debug" });
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await choose("Next", "Archive");
  await expect(lastChange(page)).toContainText("Archived the project Next.");
  await page.keyboard.press("u");
  await expect(page.getByRole("row", { name: /Next/ })).not.toContainText("archived");
  await choose("Third", "Delete…");
  await page
    .getByRole("alertdialog")
    .or(page.getByRole("dialog"))
    .getByRole("button", { name: "Delete the project" })
    .click();
  await expect(page.getByRole("link", { name: "Third" })).toHaveCount(0);
  // What goes into no other project needs one: it says so, and stays.
  await more("lp-debug").click();
  const archive = page.getByRole("menuitem", { name: /^Archive/ });
  await expect(archive).toBeDisabled();
  await expect(archive).toContainText("takes what goes into no other");
  await page.keyboard.press("Escape");
  await expect(bench.cliJson("project", "archive", "lp-debug")).rejects.toThrow("it is not archived");
  await expect(page.getByRole("row", { name: /lp-debug/ })).not.toContainText("archived");

  // An old link leads to it by the slug of its first name, and its form opens with its recipe.
  await page.goto(`${bench.url}/launch?project=second`);
  await expect(page.getByRole("heading", { level: 1, name: "DGRO and KRPO on OR-Debug" })).toBeVisible();
  await page.goto(`${bench.url}/runs?project=gone`);
  await expect(page.getByText('There is no project "gone".')).toBeVisible();
});

test("a report is moved by keys and deleted, and both are taken back; its links open again", async ({
  member: page,
  bench,
  launched,
}) => {
  await bench.cliJson("project", "new", "Of reports");
  const { id } = await bench.cliJson<{ id: string }>("report", "write", launched.experimentId);
  await bench.cliJson("report", "publish", id);
  const { path } = await bench.cliJson<{ path: string }>("report", "share", id);
  await page.goto(`${bench.url}/reports/${id}`);
  await expect(page.locator(".as-of")).toContainText("live,");
  await expect(page.getByRole("button", { name: "Move", exact: true })).toBeVisible();
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("To")).toBeVisible();
  await dialog.getByLabel("To").selectOption("Of reports");
  await expectNoViolation(page, "the dialog that moves a report");
  await dialog.getByRole("button", { name: "Move" }).press("Enter");
  await expect(lastChange(page)).toContainText("to Of reports.");
  await expect(page.getByRole("list").getByText("Of reports").first()).toBeVisible();
  // The way leads into the report's own project; the switcher goes on saying what lists show.
  const way = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(way.getByRole("link", { name: "Reports", exact: true })).toHaveAttribute(
    "href",
    "/reports?project=of-reports",
  );
  await expect(switcher(page).locator("option:checked")).toHaveText("All projects");
  await page.keyboard.press("u");
  await expect(lastChange(page)).toContainText("to lp-debug.");

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const asked = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(asked).toContainText("1 open link opens nothing as long as it is deleted.");
  await asked.getByRole("button", { name: "Delete the report" }).click();
  await expect(page).toHaveURL(/\/reports$/);
  const bringBack = page.getByRole("button", { name: /^Bring back/ });
  await expect(bringBack).toBeVisible();
  await expectClean(page, "reports with a deleted one");
  await expectFitsAt(page, [390, 1280], "reports with a deleted one");
  expect((await page.request.get(`${bench.url}${path}`)).status()).toBe(404);
  await page.keyboard.press("u");
  await expect(lastChange(page)).toContainText(/Brought back .* with 1 revision and 1 open link\./);
  await expect(bringBack).toHaveCount(0);
  expect((await page.request.get(`${bench.url}${path}`)).status()).toBe(200);

  await bench.cliJson("report", "delete", id);
  await bringBack.click();
  await expect(lastChange(page)).toContainText("Brought back");
  expect(await bench.cliJson<unknown[]>("report", "deleted")).toEqual([]);
});

test("an address that names no project says so once, and no link carries it on", async ({
  member: page,
  bench,
}) => {
  for (const path of ["/", "/runs", "/experiments", "/reports", "/launch"]) {
    await page.goto(`${bench.url}${path}?project=nobodys`);
    await expect(page.getByRole("heading", { name: "There is no such project" })).toBeVisible();
    await expect(page.getByText(/There is no project "nobodys"/)).toHaveCount(1);
    await expect(page.locator("a[href*='nobodys']")).toHaveCount(0);
  }
  await expectClean(page, "a page of no project");
  await page.getByRole("link", { name: "Show all projects" }).click();
  await expect(page).toHaveURL(/\/launch$/);
  await expect(page.getByRole("button", { name: /^Launch 1 run/ })).toBeVisible();
});
