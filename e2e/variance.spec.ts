import { expect, test } from "./fixtures/app.ts";
import { expectClean } from "./fixtures/clean-page.ts";
import { SMOKE_ARGS } from "./fixtures/short-runs.ts";

test.use({ benchOptions: { shared: true } });

test.describe(() => {
  test.use({ benchOptions: { shared: true, empty: true } });

  test("where nothing has run, the page of the variance says what to launch", async ({
    member: page,
    bench,
  }) => {
    await page.goto(`${bench.url}/variance`);
    await expect(page.getByText("Run an ablation (1 min)")).toBeVisible();
  });
});

test("injected noise is told from variance, on the page, in the run and in the table", async ({
  member: page,
  bench,
}) => {
  const launched = await bench.cliJson<{ experimentId: string; runs: { id: string; name: string }[] }>(
    "launch",
    "grpo",
    "--seeds",
    "0-2",
    "--set",
    "reward_noise=0,4",
    "--title",
    "Noise told apart",
    "--wait",
    ...SMOKE_ARGS,
  );
  await page.goto(`${bench.url}/variance`);
  await page.getByLabel("Experiment", { exact: true }).selectOption({ label: "Noise told apart" });
  await expect(page).toHaveURL(/experiment=exp_/);
  await expect(page.getByText(/of the reward variance inside groups is injected noise/)).toBeVisible();
  const causes = page.getByRole("figure", { name: "reward_noise 0" }).last();
  await expect(causes).toContainText("all solved");
  await expect(page.getByText(/injected noise alone shows 2\.\d+ inside a group/)).toBeVisible();
  await expect(page.getByRole("figure", { name: "reward_noise 4" }).first()).toContainText(
    /noise alone 2\.\d/,
  );
  await expectClean(page);

  const noisy = launched.runs.find((run) => run.name.startsWith("reward_noise 4"));
  await page.goto(`${bench.url}/runs/${noisy?.id}`);
  await expect(
    page.getByText(/of the reward variance inside groups is injected noise/).first(),
  ).toBeVisible();
  await page.getByRole("link", { name: "Reward variance", exact: true }).last().click();
  await expect(page).toHaveURL(/variance\?runs=run_/);
  await expect(page.getByRole("heading", { name: /Reward variance of reward_noise 4/ })).toBeVisible();

  await page.goto(`${bench.url}/experiments/${launched.experimentId}`);
  await page.getByLabel("Headline metric").selectOption("reward/raw");
  const row = page.getByRole("table", { name: "Ablation" }).getByRole("row", { name: /reward_noise 4/ });
  await expect(row).toContainText("D06");
  // The reward as earned holds no noise, so it stays ranked; only the shaped reward and the spread of groups are taken out.
  await expect(row).not.toContainText("not ranked");
});
