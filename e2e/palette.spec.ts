import { expect, test } from "./fixtures/app.ts";
import { live } from "./fixtures/run-rows.ts";
import { ENDLESS, type Launched } from "./fixtures/short-runs.ts";

test.use({ benchOptions: { shared: true, trained: true } });

const ENDLESS_ARGS = ENDLESS.split(";").flatMap((pair) => ["--set", pair]);

test("the palette does what the page can do, by the page's own buttons, and finds metrics", async ({
  member: page,
  bench,
  launched,
}) => {
  const palette = page.getByRole("dialog", { name: "Search or run a command" });
  const say = async (words: string) => {
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill(words);
    await palette.getByRole("combobox").press("Enter");
  };
  const changed = page.getByRole("region", { name: "Last change" });
  const [run] = launched.runs;
  await page.goto(`${bench.url}/runs/${run.id}`);
  await expect(page.getByText("live,")).toBeVisible();
  await say("archive");
  await expect(changed.getByText(`Archived ${run.name}.`)).toBeVisible();
  await page.keyboard.press("u");
  await expect(changed.getByText(`Unarchived ${run.name}.`)).toBeVisible();

  await say("group/zero_share");
  await expect(page).toHaveURL(new RegExp(`/runs/${run.id}\\?find=group(/|%2F)zero_share`));
  await expect(page.getByRole("figure", { name: "Zero-variance groups" }).first()).toBeVisible();

  await say(`clone ${run.name}`);
  await expect(page).toHaveURL(/\/launch\?.*recipe=grpo/);

  const { runs } = await bench.cliJson<Launched>("launch", "grpo", "--title", "Goes on", ...ENDLESS_ARGS);
  await page.goto(`${bench.url}/runs/${runs[0].id}`);
  await expect(page.getByRole("button", { name: "Stop run" })).toBeVisible();
  await say("stop run");
  const asked = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(asked.getByText(`Stop ${runs[0].name}?`)).toBeVisible();
  await asked.getByRole("button", { name: `Stop ${runs[0].name}` }).click();
  await expect(page.getByText(/killed/).first()).toBeVisible();
});

test("curves are drawn over any metric that the runs have sent", async ({
  member: page,
  bench,
  launched,
}) => {
  await page.goto(`${bench.url}/runs/curves?experiment=${launched.experimentId}&find=reward/raw`);
  await page.getByRole("combobox", { name: /x axis/i }).selectOption("policy/entropy");
  await expect(page).toHaveURL(/x=policy(\/|%2F)entropy/);
  await expect(page.getByRole("figure").first()).toContainText(/entropy/i);
});

test("Enter in one go with the text takes what the text means, also while the list is on its way", async ({
  member: page,
  bench,
  launched,
}) => {
  const { id, title } = await bench.cliJson<{ id: string; title: string }>(
    "report",
    "write",
    launched.experimentId,
  );
  await bench.cliJson("edit", "run", launched.runs[0].id, "--tag", "figure-two");
  const palette = page.getByRole("dialog", { name: "Search or run a command" });
  const answered = new Set<string>();
  // The places answer late, so that Enter is pressed before them on any machine.
  await page.route(/reports\.list/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    answered.add("reports");
    await route.continue();
  });
  const typed = async (words: string) => {
    await page.goto(bench.url);
    await expect(page.getByText("live,")).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.keyboard.type(words);
    await page.keyboard.press("Enter");
  };
  await typed(`${title} report`);
  await expect(page).toHaveURL(new RegExp(`/reports/${id}`));
  expect(answered.size).toBe(1);
  await typed("#figure");
  await expect(page).toHaveURL(/\/runs\?q=figure-two/);

  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("report");
  await expect(palette.getByRole("option", { name: title }).first()).toBeVisible();
  await palette.getByRole("combobox").fill("#");
  await expect(palette.getByRole("option", { name: "#figure-two" }).first()).toBeVisible();
});

test("the server is asked for runs by what is typed, and keys go on while it looks", async ({
  member: page,
  bench,
  launched,
}) => {
  const palette = page.getByRole("dialog", { name: "Search or run a command" });
  const input = palette.getByRole("combobox");
  let asked = 0;
  // Answers come when the test has pressed its keys.
  let answer = () => {};
  const pressed = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/runs\.named/, async (route) => {
    asked += 1;
    await pressed;
    await route.continue();
  });
  await page.goto(`${bench.url}/settings`);
  await live(page);
  const { id, name } = launched.runs[1];
  await page.keyboard.press("Control+k");
  await input.fill("reward variance");
  await expect(palette.getByRole("option", { name: /^Reward variance/ }).first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(palette.locator("[data-highlighted]")).toContainText("Reward variance");

  await input.fill(id);
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.keyboard.press("Enter");
  await expect(palette).toBeVisible();
  answer();
  await expect(page).toHaveURL(new RegExp(`/runs/${id}`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
});

test("Enter that takes a word of an input method does nothing else", async ({ member: page, bench }) => {
  const palette = page.getByRole("dialog", { name: "Search or run a command" });
  await page.goto(`${bench.url}/experiments`);
  await live(page);
  await page.keyboard.press("Control+k");
  const input = palette.getByRole("combobox");
  await input.fill("reward variance");
  await expect(palette.getByRole("option", { name: /^Reward variance/ }).first()).toBeVisible();
  for (const how of [{ isComposing: true }, { keyCode: 229 }])
    await input.evaluate((box, more) => {
      const init = { key: "Enter", bubbles: true, cancelable: true, ...more };
      box.dispatchEvent(new KeyboardEvent("keydown", init));
    }, how);
  await expect(palette).toBeVisible();
  await expect(page).toHaveURL(/\/experiments/);
  await input.press("Enter");
  await expect(page).toHaveURL(/\/variance/);
});

test("a menu that says what it does and a worker in a list are found, and the title of an experiment before its runs", async ({
  member: page,
  bench,
  launched,
}) => {
  const palette = page.getByRole("dialog", { name: "Search or run a command" });
  const input = palette.getByRole("combobox");
  const find = async (path: string, words: string) => {
    await page.goto(`${bench.url}${path}`);
    await live(page);
    await page.keyboard.press("Control+k");
    await input.fill(words);
  };
  const options = palette.getByRole("option");
  const { id, title } = await bench.cliJson<{ id: string; title: string }>(
    "report",
    "write",
    launched.experimentId,
  );
  await find(`/experiments/${launched.experimentId}`, "write");
  const about = (await page.locator("h1").innerText()).trim();
  await expect(options.first()).toContainText("Write a report");
  await input.press("Enter");
  await expect(page.getByRole("menuitem", { name: /^Ablation:/ })).toBeVisible();

  await find(`/reports/${id}`, "markdown");
  await expect(options.first()).toContainText(`Export ${title}`);
  await input.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Markdown" })).toBeVisible();

  await find("/workers", "drain");
  await expect(options.first()).toContainText(/^Drain \S+/);
  await input.press("Enter");
  await expect(page.getByText(/It takes no new runs until somebody lets it/)).toBeVisible();

  await find("/settings", about);
  await expect(options.filter({ hasText: "experiment" }).first()).toBeVisible();
  await expect(options.first()).toContainText(/experiment/);
});
