import { expect, test } from "./fixtures/app.ts";
import type { TableView } from "../server/contracts/housekeeping/table-views.ts";

// The default is of a whole project: a server of its own.
test.use({ benchOptions: { trained: true, ownWorker: true } });

test("a view of the run table is saved, chosen, made the default of the project, and taken back", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/runs?group=label&q=baseline`);
  await expect(page.getByText("live,")).toBeVisible();
  const menu = page.getByRole("button", { name: "Saved views: more" });
  const choice = page.getByRole("combobox", { name: "Saved view" });
  const done = page.getByRole("region", { name: "Last change" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Save as…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Baselines");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(done.getByText("Saved the view Baselines.")).toBeVisible();
  await expect(choice.locator("option:checked")).toHaveText("Baselines");
  await expect(page).toHaveURL(/saved=/);

  await page.getByRole("combobox", { name: "Group the runs by" }).selectOption("seed");
  await expect(choice.locator("option:checked")).toHaveText("Baselines, changed");
  await menu.click();
  await page.getByRole("menuitem", { name: "Save over Baselines" }).click();
  await expect(choice.locator("option:checked")).toHaveText("Baselines");
  await page.keyboard.press("u");
  await expect(choice.locator("option:checked")).toHaveText("Baselines, changed");

  await menu.click();
  await page.getByRole("menuitem", { name: "Make it the default of the project" }).click();
  await expect(done.getByText("The run table opens with Baselines, for everybody.")).toBeVisible();
  await page.goto(`${bench.url}/runs`);
  await expect(page).toHaveURL(/group=label/);
  await expect(page.getByLabel("Filter by name or id")).toHaveValue("baseline");
  await choice.selectOption("none");
  await expect(page.getByLabel("Filter by name or id")).toHaveValue("");
  expect(await bench.cliJson<TableView[]>("views")).toMatchObject([{ name: "Baselines", isDefault: true }]);
});

test("an undo that is refused says why where it was pressed, and one that was made says so", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/runs?q=baseline`);
  await expect(page.getByText("live,")).toBeVisible();
  const done = page.getByRole("region", { name: "Last change" });
  const saveAs = async (name: string) => {
    await page.getByRole("button", { name: "Saved views: more" }).click();
    await page.getByRole("menuitem", { name: "Save as…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill(name);
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(done.getByText(`Saved the view ${name}.`, { exact: true })).toBeVisible();
  };
  await saveAs("Gone meanwhile");
  await bench.cliJson("views", "delete", "Gone meanwhile");
  await done.getByRole("button", { name: "Undo" }).click();
  await expect(done.getByText("This view is gone already.")).toBeVisible();
  await saveAs("Taken back");
  await done.getByRole("button", { name: "Undo" }).click();
  await expect(done.getByText("Took back: Saved the view Taken back.")).toBeVisible();
  await expect(done.getByRole("button", { name: "Undo" })).toHaveCount(0);
});
