import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "./fixtures/app.ts";
import type { Bench } from "./fixtures/bench.ts";
import { expectFits, expectFitsAt, expectNoViolation } from "./fixtures/clean-page.ts";
import { hoverUntilOpen } from "./fixtures/hover.ts";

test.use({ benchOptions: { trained: true } });

/** Changes stored rows behind the server's back, as a restored backup or a hand would. */
function changeStore(bench: Bench, sql: string, ...values: string[]): number {
  const db = new DatabaseSync(join(bench.home, "ablab.db"));
  db.exec("pragma busy_timeout = 5000");
  try {
    return Number(db.prepare(sql).run(...values).changes);
  } finally {
    db.close();
  }
}

test("a report is written from an experiment, published, drifts when one row changes, and outlives its run", async ({
  member: page,
  bench,
  launched: { experimentId, runs },
}) => {
  await page.goto(`${bench.url}/reports`);
  await expect(page.getByText("Write one of an experiment")).toBeVisible();

  await page.goto(`${bench.url}/experiments/${experimentId}`);
  await page.getByRole("button", { name: "Write a report" }).click();
  await page.getByRole("menuitem", { name: /Ablation/ }).click();
  await expect(page.getByText(/^Draft: every number is computed now/)).toBeVisible();
  await expect(page.getByRole("group", { name: /Ablation table/ })).toBeVisible();

  const number = page.locator(".report .r-q").first();
  const card = page.locator(".r-card:popover-open");
  await hoverUntilOpen(page, number, card);
  await expect(card).toContainText("3 seeds, 60 problems each");
  await expect(card).toContainText("share of the measured problems solved at step 5");
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);

  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("button", { name: "Publish revision 1" }).click();
  await expect(page.getByText(/revision 1\. \d+ numbers and blocks: \d+ frozen\./)).toBeVisible();

  const changed = changeStore(
    bench,
    `update evaluation_rows set solved = 1 - solved, steps = 1 where (evaluation_id, problem_hash) in
     (select r.evaluation_id, r.problem_hash from evaluation_rows r join evaluations e on e.id = r.evaluation_id
      where e.run_id = ? and e.final = 1 limit 1)`,
    runs[0].id,
  );
  expect(changed).toBe(1);
  await page.reload();
  await expect(page.getByText(/no longer equal/)).toBeVisible();
  await expect(page.locator('.r-q[data-source="drifted"]').first()).toBeVisible();
  await expect(page.locator(".r-mn").first()).toContainText("Drifted.");
  await expectNoViolation(page, "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolation(page, "dark", "contrast");
  await expectFitsAt(page, [1280, 1100, 390], "report");
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`${bench.url}/runs/${runs[1].id}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(/1 published report uses it/)).toBeVisible();
  await page.getByRole("button", { name: `Delete ${runs[1].name}` }).click();
  await expect(page).toHaveURL(`${bench.url}/runs`);
  await page.goto(`${bench.url}/reports`);
  await page.locator("tbody a").first().click();
  await expect(
    page
      .locator(".r-mn")
      .filter({ hasText: `Deleted since: ${runs[1].name}` })
      .first(),
  ).toBeVisible();
});

test.describe(() => {
  test.use({ benchOptions: { shared: true } });

  test("writing: preview, insert, words that save themselves, two tabs that do not overwrite each other, and the way back", async ({
    member: page,
    bench,
  }) => {
    await page.goto(`${bench.url}/reports`);
    await page.getByRole("button", { name: "New report" }).click();
    const area = page.getByLabel("Text of the report, Markdown");
    await expect(area).toBeVisible();
    await area.fill(
      "# Hello\n\n<script>window.__x = 1</script> [a](javascript:alert(1)) costs $5, and $x^2$.\n\n",
    );
    const preview = page.getByLabel("How it reads");
    await expect(preview.getByRole("heading", { name: "Hello" })).toBeVisible();
    await expect(preview.locator("math")).toHaveCount(1);
    await expect(preview).toContainText("<script>window.__x = 1</script>");
    expect(await page.evaluate(() => "__x" in window)).toBe(false);
    await expect(preview.locator("a")).toHaveCount(0);

    await area.press("Control+End");
    await page.keyboard.type("{{number metric: eval/rr_at_5; run: me}}");
    await expect(preview).toContainText("This is not the id of a run.");
    await expect(area.getByRole("img", { name: /broken: run: This is not the id of a run\./ })).toBeVisible();

    await page.getByLabel("Title of the report").fill('A claim <b>&"');
    const saved = page.getByRole("status").filter({ hasText: /^Saved$/ });
    await expect(saved).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Title of the report")).toHaveValue('A claim <b>&"');

    // A tab that wrote nothing shows what another one saved; one that wrote chooses.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByLabel("Text of the report, Markdown").fill("Other words");
    await expect(other.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
    await expect(area).toHaveText("Other words");
    await page.route(/reports\.save/, (route) => route.abort());
    await area.fill("My words");
    await other.getByLabel("Text of the report, Markdown").fill("Later words");
    await expect(other.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
    await page.unroute(/reports\.save/);
    await expect(page.getByText("Nothing was overwritten and your text is still here")).toBeVisible();
    await expect(area).toHaveText("My words");
    await expectNoViolation(page, "the editor");
    await page.getByRole("button", { name: "Keep mine" }).click();
    await expect(saved).toBeVisible();
    await expect(other.getByLabel("Text of the report, Markdown")).toHaveText("My words");
    await other.close();

    await page.getByRole("button", { name: "History" }).click();
    await page
      .getByRole("button", { pressed: false })
      .filter({ has: page.locator("time") })
      .first()
      .click();
    await expect(page.locator(".report-earlier")).toHaveText("Later words");
    await page.getByRole("button", { name: "Restore this text" }).click();
    await expect(area).toHaveText("Later words");
    await expect(saved).toBeVisible();
  });
});

test.describe(() => {
  test.use({ benchOptions: { shared: true, trained: true } });

  test("an exported page opens offline from a file with its cards, in both themes and on a phone", async ({
    bench,
    browser,
    launched,
  }) => {
    const { id } = await bench.cliJson<{ id: string }>("report", "write", launched.experimentId);
    await bench.cliJson("report", "publish", id);
    const file = join(bench.home, "report.html");
    const { bytes } = await bench.cliJson<{ bytes: number }>("report", "export", id, "--html", file);
    expect(bytes).toBeLessThan(3_000_000);
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ colorScheme, offline: true });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("console", (message) => problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("request", (request) => {
        if (!/^(data:|file:)/.test(request.url())) problems.push(`asked for ${request.url()}`);
      });
      await page.goto(`file://${file}`);
      const card = page.locator(".r-card:popover-open");
      await hoverUntilOpen(page, page.locator(".r-q").first(), card);
      await expect(card).toContainText("3 seeds");
      await page.mouse.move(1, 1);
      await expect(page.locator(".r-card:popover-open")).toHaveCount(0);
      await page.locator(".r-q").first().focus();
      await page.keyboard.press("Enter");
      await expect(page.locator(".r-card:popover-open")).toHaveCount(1);
      await page.keyboard.press("Escape");
      await expect(page.locator(".r-card:popover-open")).toHaveCount(0);
      await page.getByRole("button", { name: "frozen, where it comes from" }).first().focus();
      await page.keyboard.press("Enter");
      await expect(card).toContainText("runs 6: baseline-s0");
      await page.keyboard.press("Escape");
      await expectNoViolation(page, colorScheme, colorScheme === "light" ? "all" : "contrast");
      await page.setViewportSize({ width: 390, height: 844 });
      await expectFits(page, `${colorScheme} at 390`);
      expect(problems).toEqual([]);
      await context.close();
    }
    const markdown = join(bench.home, "report.md");
    await bench.cliJson("report", "export", id, "--md", markdown);
    writeFileSync(join(bench.home, "blocked"), "");
    const refused = await bench.cli("report", "export", id, "--html", join(bench.home, "blocked", "x.html"));
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("cannot be written");
  });
});
