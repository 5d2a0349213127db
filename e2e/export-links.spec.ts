import { readFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { parquetReadObjects } from "hyparquet";
import { expect, test } from "./fixtures/app.ts";
import { expectFitsAt } from "./fixtures/clean-page.ts";
import { joinByWire, WIRED } from "./fixtures/wire-run.ts";

test.use({ benchOptions: WIRED });

const compressors = { ZSTD: (packed: Uint8Array) => zstdDecompressSync(packed) };

/** Rows of the file that a link saves, followed by key. */
async function rowsBehind(page: Page, link: Locator) {
  const saved = page.waitForEvent("download");
  await link.focus();
  await page.keyboard.press("Enter");
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^[\w.-]+\.parquet$/);
  const bytes = new Uint8Array(readFileSync(await download.path()));
  return parquetReadObjects({ file: bytes.buffer, compressors });
}

test("a run and an experiment hand out every point as a file, and the experiment leads to its curves", async ({
  member: page,
  bench,
}) => {
  const { experimentId } = await bench.cliJson<{ experimentId: string }>("launch", "grpo", "--seeds", "0-1");
  const worker = await joinByWire(bench);
  const first = await worker.play({ "reward/raw": [0.5, Number.NaN, Number.NEGATIVE_INFINITY] });
  const second = await worker.play({ "reward/raw": [0.25] });
  await page.goto(`${bench.url}/runs/${first}`);
  const link = page.getByRole("link", { name: "Export Parquet" });
  const ofRun = await rowsBehind(page, link);
  expect(ofRun.map(({ value }) => value)).toEqual([0.5, Number.NaN, Number.NEGATIVE_INFINITY]);
  await expect(page.getByRole("tooltip")).toContainText("Every point of every series of this run");
  await expectFitsAt(page, [1440, 390], "run");

  await page.goto(`${bench.url}/experiments/${experimentId}`);
  const ofExperiment = await rowsBehind(page, link);
  expect(new Set(ofExperiment.map(({ run }) => run))).toEqual(new Set([first, second]));
  expect(ofExperiment).toHaveLength(4);
  await expectFitsAt(page, [1440, 390], "experiment");
  await page.getByRole("link", { name: "Curves of all runs" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/curves\\?experiment=${experimentId}$`));
  await expect(page.getByText("All 2 runs.")).toBeVisible();
});
