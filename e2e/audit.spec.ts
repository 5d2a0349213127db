import { expect, test } from "./fixtures/app.ts";
import { expectClean } from "./fixtures/clean-page.ts";

test.use({ benchOptions: { shared: true, seed: { rolloutsUpTo: 80 } } });

test("two people audit a verifier by keys, and the corrected success stands beside the measured one", async ({
  bench,
  member: page,
}) => {
  const runs = await bench.cliJson<{ rows: { id: string }[] }>("runs");
  const [id] = runs.rows.map((row) => row.id).toSorted();
  await page.goto(`${bench.url}/runs/${id}?tab=groups`);
  await expect(page.getByText(/live, /)).toBeVisible();
  const marked = page.getByRole("status").filter({ hasText: "marked" });

  await test.step("a draw leads to its first completion", async () => {
    await page.getByRole("button", { name: "Audit the verifier" }).click();
    await page.getByLabel("Sample size").fill("6");
    await page.getByRole("button", { name: "Draw" }).click();
    await expect(page.getByRole("heading", { name: "Audit", exact: true })).toBeVisible();
    await expect(page.getByRole("region", { name: "Completion", exact: true })).toBeVisible();
  });

  await test.step("without a name nothing is marked", async () => {
    await page.getByLabel("Marked by").fill("");
    await page.getByLabel("Marked by").blur();
    await page.keyboard.press("r");
    await expect(marked).toContainText("0 of 6");
  });

  await test.step("two keys mark, one takes back, and rewards are shown only on request", async () => {
    await page.getByLabel("Marked by").fill("Ada");
    await page.getByLabel("Marked by").blur();
    for (const [i, key] of ["r", "w", "r"].entries()) {
      await page.keyboard.press(key);
      await expect(marked).toContainText(`${i + 1} of 6`);
    }
    await page.keyboard.press("u");
    await expect(marked).toContainText("2 of 6");
    const rewarded = page.locator(".audit-text").getByText(/reward/);
    await expect(rewarded).toBeHidden();
    await page.getByText("Show rewards").click();
    await expect(rewarded).toBeVisible();
    for (let n = 3; n <= 6; n++) {
      await page.keyboard.press("r");
      await expect(marked).toContainText(`${n} of 6`);
    }
    await expect(page.getByRole("table", { name: "Errors of the verifier" })).toContainText("Ada");
  });

  await test.step("what a second person says otherwise is listed", async () => {
    await page.getByLabel("Marked by").fill("Ben");
    await page.getByLabel("Marked by").blur();
    for (let n = 1; n <= 6; n++) {
      await page.keyboard.press("r");
      await expect(marked).toContainText(`${n} of 6`);
    }
    await expect(page.getByText("Ada and Ben:")).toContainText("5 of 6 marks alike");
    await expect(page.getByRole("list", { name: "What Ada and Ben differ on" })).toContainText(
      "Ada wrong, Ben right",
    );
    await expectClean(page);
  });

  await test.step("the run table has it beside the success, and cannot be sorted by it", async () => {
    await page.goto(`${bench.url}/runs`);
    await expect(page.getByRole("columnheader", { name: /^Audited/ })).toBeVisible();
  });
});
