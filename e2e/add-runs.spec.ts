import { expect, test } from "./fixtures/app.ts";
import { type Launched, SMOKE_ARGS } from "./fixtures/short-runs.ts";
import type { AblationTable } from "../server/contracts/experiment.ts";

test.use({ benchOptions: { shared: true } });

test("Add runs opens the experiment's own matrix: killed cells are relaunched into it, then it offers more seeds", async ({
  member: page,
  bench,
}) => {
  const presets = ["--preset", "baseline", "--preset", "token_loss"];
  const { experimentId, runs } = await bench.cliJson<Launched>(
    "launch",
    "grpo",
    ...presets,
    "--seeds",
    "0-1",
    "--title",
    "What is missing",
    ...SMOKE_ARGS,
  );
  await bench.cliJson("stop", runs[3].id);
  await page.goto(`${bench.url}/experiments/${experimentId}`);
  await expect(page.getByText("3 finished")).toBeVisible();
  await page.getByRole("link", { name: "Add runs" }).click();
  await expect(page).toHaveURL(/missing=true/);
  await expect(page.getByRole("link", { name: "What is missing" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Relaunch 1 killed cell" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  const planned = page.getByRole("table", { name: "Planned runs" });
  await expect(planned.getByRole("row", { name: /^token_loss/ })).toContainText("again");
  await expect(planned.getByRole("row", { name: /^baseline/ })).not.toContainText("again");
  await page.getByRole("button", { name: "1 more seed" }).click();
  await expect(page.getByRole("button", { name: /Launch 2 runs/ })).toBeVisible();
  await page.getByRole("button", { name: "Relaunch 1 killed cell" }).click();
  await page.getByRole("button", { name: /Launch 1 run/ }).click();
  await expect(page).toHaveURL(/\/runs\/run_/);
  await expect
    .poll(
      async () => {
        const { rows } = await bench.cliJson<AblationTable>("table", experimentId);
        return rows.map(({ config, n, planned: of }) => [config, n, of]);
      },
      { timeout: 600_000 },
    )
    .toEqual([
      ["baseline", 2, 2],
      ["token_loss", 2, 2],
    ]);
});

test("GRPO from a run keeps its settings and says so, and says what was changed since", async ({
  member: page,
  bench,
}) => {
  const edits = ["--set", "level=easy", "--set", "eval_problems=60", "--set", "train_problems=100"];
  const { runs } = await bench.cliJson<Launched>(
    "launch",
    "sft",
    ...edits,
    "--set",
    "sft_epochs=2",
    "--title",
    "A start",
    "--wait",
  );
  await page.goto(`${bench.url}/runs/${runs[0].id}`);
  await page.getByRole("link", { name: "GRPO from it" }).click();
  const kept = page.getByText(/^Keeps its benchmark and settings: Level easy, Train problems 100 and/);
  await expect(kept).toBeVisible();
  await expect(page.getByLabel("Held-out problems")).toHaveValue("60");
  await page.getByLabel("Train problems").fill("120");
  await expect(page.getByText(/Changed here, there it was: Train problems 100\./)).toBeVisible();
});
