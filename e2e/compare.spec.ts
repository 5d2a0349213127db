import { expect, test } from "./fixtures/app.ts";
import type { Bench } from "./fixtures/bench.ts";
import { expectClean } from "./fixtures/clean-page.ts";
import { SMOKE, type Launched } from "./fixtures/short-runs.ts";

const launch = (bench: Bench, settings: string) =>
  bench.cliJson<Launched>(
    "launch",
    "grpo",
    "--wait",
    ...settings.split(";").flatMap((pair) => ["--set", pair]),
  );

test.describe("of what was trained", () => {
  test.use({ benchOptions: { shared: true, trained: true } });

  test("two evaluations are chosen, compared problem by problem, and the address is the view", async ({
    member: page,
    bench,
  }) => {
    await page.goto(`${bench.url}/compare`);
    await page.getByLabel("Search the evaluations").fill("s0");
    await expect(
      page.getByRole("table", { name: "Evaluations to choose from" }).getByRole("row"),
    ).toHaveCount(3);
    await expectClean(page);
    await page.getByRole("checkbox", { name: "baseline-s0" }).check();
    await page.getByRole("checkbox", { name: "no_kl-s0" }).check();
    await expect(page.getByRole("heading", { name: "no_kl-s0 against baseline-s0" })).toBeVisible();
    await expect(page.getByText("2 chosen: no_kl-s0 against baseline-s0")).toBeInViewport();
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByRole("heading", { name: "no_kl-s0 against baseline-s0" })).toBeInViewport();

    await expect(page.getByText(/no_kl-s0 over baseline-s0, RR@5/)).toBeVisible();
    const measures = page.getByRole("table", { name: "Measures by evaluation" });
    await expect(measures.getByRole("row", { name: /^RR@5/ })).toContainText("/60");
    await expect(measures.getByRole("row", { name: /^DA, .*da\.iis_jaccard/ })).toContainText("n 60");
    await expect(page.getByText(/Exact two-sided McNemar on \d+ fixed against \d+ broken/)).toBeVisible();
    await page.getByLabel("k of RR@k").selectOption("3");
    await expect(measures.getByRole("row", { name: /^RR@3/ })).toBeVisible();
    await page.getByLabel("Actions that count as a diagnosis").selectOption("drop");
    await page
      .getByRole("region", { name: "Measures" })
      .first()
      .getByText("Methods", { exact: true })
      .click();
    await expect(page.getByText(/D the targets of DROP;/).first()).toBeVisible();

    await page.getByLabel("Which problems").selectOption("steps");
    const list = page.getByRole("grid", { name: "Problems that differ" });
    await list.getByRole("button").first().click();
    await expect(page.getByText(/They part at step|Both take the same actions/)).toBeVisible();
    await expect(page.getByRole("link", { name: "no_kl-s0 alone" })).toHaveAttribute(
      "href",
      /^\/evaluations\/evl_/,
    );
    await expect(page.getByRole("table", { name: "Configuration by run" })).toContainText("beta_kl");

    await page.reload();
    await expect(measures.getByRole("row", { name: /^RR@3/ })).toBeVisible();
    await expect(page.getByText(/They part at step|Both take the same actions/)).toBeVisible();
    await expectClean(page);
    await page.getByRole("button", { name: /Swap/ }).click();
    await expect(page.getByRole("heading", { name: "baseline-s0 against no_kl-s0" })).toBeVisible();

    // On a phone the difference stands beside the measure, before what it is of.
    await page.setViewportSize({ width: 390, height: 844 });
    const change = measures.getByRole("columnheader", { name: /^Δ/ });
    await expect(change).toHaveCount(1);
    await expect.poll(async () => (await change.boundingBox())?.x ?? 390).toBeLessThan(220);
  });

  test("any runs are chosen from a list, and from the palette on the page of one", async ({
    member: page,
    bench,
    launched,
  }) => {
    await page.goto(`${bench.url}/compare?show=runs`);
    const list = page.getByRole("table", { name: "Runs to choose from" });
    await list.getByRole("checkbox", { name: "baseline-s0" }).check();
    await list.getByRole("checkbox", { name: "no_kl-s0" }).check();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await expect(list).toBeHidden();
    await expect(page.getByRole("heading", { name: "no_kl-s0 against baseline-s0" })).toBeVisible();
    await expect(page.getByRole("table", { name: "Metrics by run" })).toContainText("Reward, raw");
    await expect(page.getByRole("table", { name: "Configuration by run" })).toContainText("beta_kl");
    await expectClean(page);
    const [{ id }, { id: other, name }] = launched.runs;
    await page.goto(`${bench.url}/runs/${id}`);
    await expect(page.getByText("live,")).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Search/ }).fill(`compare ${name}`);
    await page
      .getByRole("option", { name: `Compare with ${name}` })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`/compare\\?e=${id}(,|%2C)${other}$`));
  });
});

test.describe("beside what was trained", () => {
  test.use({ benchOptions: { trained: true } });

  test("different problems are said and not subtracted, until one click counts the common ones", async ({
    member: page,
    bench,
    launched,
  }) => {
    const [first] = launched.runs;
    const settings = [SMOKE.replace("eval_problems=60", "eval_problems=40"), `${SMOKE};problem_seed=900`];
    const [fewer, other] = (await Promise.all(settings.map((one) => launch(bench, one)))).map(
      ({ runs }) => runs[0],
    );

    await page.goto(`${bench.url}/compare?e=${first.id},${fewer.id}`);
    await expect(page.getByText(/were not measured on the same problems/)).toBeVisible();
    const measures = page.getByRole("table", { name: "Measures by evaluation" });
    await expect(measures.getByRole("row", { name: /^RR@5/ })).toContainText("not ranked");
    await expect(page.getByText(/pp \[/).filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByText(/McNemar on/)).toHaveCount(0);
    await expectClean(page);
    await page.getByRole("button", { name: "Count only the 40 common problems" }).click();
    await expect(page).toHaveURL(/only=common/);
    await expect(measures.getByRole("row", { name: /^RR@5/ })).toContainText("/40");
    await expect(measures).not.toContainText("not ranked");
    await expect(page.getByText(/McNemar on/)).toBeVisible();
    await expect(page.getByText(/were not measured on the same problems/)).toHaveCount(0);

    await page.goto(`${bench.url}/compare?e=${first.id},${other.id}`);
    await expect(page.getByText("They share no problem, so there is nothing to compare.")).toBeVisible();
    await expect(page.getByRole("button", { name: /Count only/ })).toHaveCount(0);
  });
});

test.describe(() => {
  test.use({ benchOptions: { shared: true, empty: true } });

  test("an id that is not known is said by name, and the page offers the way back", async ({
    member: page,
    bench,
  }) => {
    await page.goto(`${bench.url}/compare`);
    await expect(page.getByText("Train two, a minute")).toBeVisible();
    await page.goto(`${bench.url}/compare?e=run_0000000000000000,run_0000000000000001`);
    await expect(page.getByText(/Run run_0000000000000000 has no final evaluation here/)).toBeVisible();
  });
});
