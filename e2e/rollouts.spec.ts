import { expect, test } from "./fixtures/app.ts";
import { expectClean } from "./fixtures/clean-page.ts";

test.use({ benchOptions: { shared: true, seed: { rolloutsUpTo: 80 } } });

test("completions are read from the step to the words that differ, and a link shows the same", async ({
  bench,
  member: page,
}) => {
  const runs = await bench.cliJson<{ rows: { id: string }[] }>("runs");
  const ids = runs.rows.map(({ id }) => id).toSorted();
  await page.goto(`${bench.url}/runs/${ids[0]}?tab=groups`);

  await test.step("the newest step comes first, and keys lead to others", async () => {
    await expect(page.getByText("Step 80", { exact: true })).toBeVisible();
    await page.getByRole("slider", { name: "Step" }).press("ArrowLeft");
    await expect(page.getByText("Step 76", { exact: true })).toBeVisible();
    await page.keyboard.press("]");
    await expect(page).toHaveURL(/step=80/);
    await page.getByRole("slider", { name: "Step" }).press("Home");
    await expect(page.getByText("Step 0", { exact: true })).toBeVisible();
    await page.getByRole("slider", { name: "Step" }).press("PageUp");
    await expect(page.getByText("Step 40", { exact: true })).toBeVisible();
  });

  await test.step("a bar opens its completions", async () => {
    const bars = page.getByRole("group", { name: "Rewards by size" }).getByRole("button");
    await bars.and(page.locator(":enabled")).last().click();
    const list = page.getByRole("table", { name: "Completions", exact: true });
    await expect(list.getByRole("row").nth(1)).toContainText("1.2");
    await list.getByRole("button").first().click();
    await page.getByRole("button", { name: "Close", exact: true }).click();
  });

  await test.step("two completions of a group stand beside each other with what differs marked", async () => {
    await page
      .getByRole("button", { name: /bakery-3/ })
      .first()
      .click();
    const table = page.getByRole("table", { name: "Completions of bakery-3" });
    await table.getByRole("button", { name: "1", exact: true }).click();
    await table.getByRole("button", { name: "6", exact: true }).click();
    await expect(page.getByRole("heading", { name: "1 beside 6" })).toBeVisible();
    await expect(page.locator(".pair em").first()).toBeVisible();
    await expect(page.getByText("Answer with one number.")).toBeHidden();
  });

  await test.step("what a model wrote is text: no element, no link, nothing hidden", async () => {
    const odd = page.locator(".pair-turn").filter({ hasText: "onerror" }).first();
    await expect(odd).toContainText("[here](https://example.com) \\u{202e}back");
    await expect(page.locator(".rollouts img, .rollouts a[href*='example.com']")).toHaveCount(0);
    expect(await page.title()).not.toBe("run");
  });

  await test.step("search counts this step, looks through all, and marks what it found", async () => {
    await page.getByLabel("Search in the texts").fill("ONERROR");
    await expect(page.getByText("12 of 72 completions")).toBeVisible();
    await page.getByText("All steps", { exact: true }).click();
    await expect(page.getByText(/newest first/)).toBeVisible();
    await page.locator(".found-list button").first().click();
    await expect(page).toHaveURL(/step=80/);
    await expect(page.locator(".turn-text mark").first()).toHaveText("onerror");
    await expectClean(page);
    await page.getByLabel("Search in the texts").fill("");
  });

  await test.step("a pinned completion stays while one goes on, and a link shows it too", async () => {
    await page.getByRole("button", { name: /^Pin / }).click();
    await page.getByRole("button", { name: "Earlier" }).click();
    const pinned = page.locator(".pair-head").filter({ hasText: /^Pinned: \d+ of bakery-\d+, step 80/ });
    await expect(pinned).toBeVisible();
    const address = page.url();
    await page.goto("about:blank");
    await page.goto(address);
    await expect(pinned).toBeVisible();
    await page.getByRole("button", { name: /^Let go of/ }).click();
  });

  await test.step("another run's completions of the same prompt stand beside", async () => {
    const other = page.getByLabel("Another run with this prompt");
    await other.selectOption({ index: 1 });
    await expect(page.getByRole("heading", { name: /^The same prompt in / })).toBeVisible();
    await expect(page.locator(".pair-head").last()).toContainText(/Completion \d of .*, step 76/);
    await page.getByRole("button", { name: /^Stack / }).click();
    await expect(page.locator(".pair")).toHaveCount(6);
    await expectClean(page);
  });
});

test("a run without groups says so, and runs of ours show what they sampled", async ({
  bench,
  member: page,
}) => {
  const runs = await bench.cliJson<{ rows: { id: string }[] }>("runs");
  const last = runs.rows
    .map(({ id }) => id)
    .toSorted()
    .at(-1);
  await page.goto(`${bench.url}/runs/${last}?tab=groups`);
  await expect(page.getByText(/No group and no completion was sent yet/)).toBeVisible();
});
