import { expectClean } from "./fixtures/clean-page.ts";
import { expect, test } from "./fixtures/app.ts";

test.use({ benchOptions: { shared: true, empty: true } });

test("an address that leads nowhere is said inside the bench, with the ways on around it", async ({
  member: page,
  bench,
}) => {
  for (const path of ["/nothing-here", "/nothing/of/the/kind"]) {
    await page.goto(`${bench.url}${path}`);
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Experiments" })).toBeVisible();
  }
  await expectClean(page);
});

test("the address of a thing that is not there answers 404, names it and leads to its list", async ({
  member: page,
  bench,
}) => {
  for (const [path, title, list] of [
    ["/runs/run_none", "There is no such run", "All runs"],
    ["/experiments/exp_none", "There is no such experiment", "All experiments"],
    ["/evaluations/eva_none", "There is no such evaluation", "All evaluations"],
    ["/evaluations/eva_none/p1", "There is no such episode", "All evaluations"],
    ["/benchmarks/bmk_none", "There is no such benchmark", "All benchmarks"],
    ["/reports/rep_none", "There is no such report", "All reports"],
    ["/workers/wrk_none", "There is no such worker", "All workers"],
  ] as const) {
    const answer = await page.goto(`${bench.url}${path}`);
    expect([path, answer?.status()]).toEqual([path, 404]);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByRole("main").getByText(path.split("/")[2])).toBeVisible();
    await expect(page.getByRole("link", { name: list })).toBeVisible();
  }
  await expectClean(page);
});

test("where nothing has been measured, the page of evaluations leads to a launch and to those that are not final", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/evaluations`);
  await expect(page.getByRole("link", { name: "Launch a training" })).toBeVisible();
  await expect(page.getByText("live,")).toBeVisible();
  await page.getByRole("button", { name: "Show them, too" }).click();
  await expect(page).toHaveURL(/final=false/);
  await expect(page.getByRole("link", { name: "Launch a training" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Show them, too" })).toBeHidden();
  await expectClean(page);
});

test("a link to a rule opens that rule among all of them, and the others stay folded", async ({
  member: page,
  bench,
}) => {
  await page.goto(`${bench.url}/checks#D01`);
  const details = (id: string) => page.locator(`#${id}`).getByText("Fires");
  await expect(details("D01")).toBeVisible();
  await expect(page.locator("#D01")).toBeInViewport();
  await expect(details("C01")).toBeHidden();
  await page.locator("#C01").getByText("C01").click();
  await expect(details("C01")).toBeVisible();
  await expectClean(page);
});

test.describe("beside runs", () => {
  test.use({ benchOptions: { shared: true } });

  test("the palette finds an experiment by its name or its tag, and changes the colours", async ({
    member: page,
    bench,
  }) => {
    const { experimentId } = await bench.cliJson<{ experimentId: string }>(
      "launch",
      "evaluate",
      "--set",
      "player=oracle",
      "--title",
      "Where does the palette lead?",
    );
    await bench.cli("edit", "experiment", experimentId, "--tag", "wayfinding");
    await page.goto(`${bench.url}/checks`);
    await expect(page.getByText("live,")).toBeVisible();
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search or run a command" });
    await palette.getByRole("combobox").fill("#wayfinding");
    await expect(palette.getByRole("option", { name: /Where does the palette lead\?/ })).toBeVisible();
    await palette.getByRole("combobox").press("Enter");
    await expect(page).toHaveURL(new RegExp(`/experiments/${experimentId}$`));
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("theme: dark");
    await palette.getByRole("combobox").press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  });
});
