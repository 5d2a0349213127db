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
