import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./fixtures/app.ts";
import type { Launched } from "./fixtures/short-runs.ts";

/** Two GPUs, one of them used by a process that is not of Ablab. */
const script = (pid: number) => `#!/bin/sh
while :; do
  case "$1" in
    --query-gpu=*)
      echo "0, GPU-aaaaaaaa, 550.90.07, 0, 4, 81559, 72.10, 700.00, 34, 0x1, Disabled, NVIDIA H100 80GB HBM3"
      echo "1, GPU-bbbbbbbb, 550.90.07, 93, 62700, 81559, 640.00, 700.00, 84, 0x40, Disabled, NVIDIA H100 80GB HBM3";;
    *) echo "GPU-bbbbbbbb, ${pid}, 62669, python";;
  esac
  sleep 1
done
`;

/** A script for two GPUs that ends at once. */
const WANTS_TWO = {
  slug: "wide",
  title: "Wide",
  version: "1.0",
  command: ["sh", "train.sh"],
  devices: { gpus: 2 },
};

test.use({ benchOptions: { ownWorker: true, slots: 1 } });

test("the page of a worker says what each GPU does, and a run starts beside who uses one by the word of a person", async ({
  member: page,
  bench,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "ablab-gpus-"));
  writeFileSync(join(folder, "nvidia-smi"), script(process.pid));
  chmodSync(join(folder, "nvidia-smi"), 0o755);
  const path = process.env.PATH;
  process.env.PATH = `${folder}:${path}`;
  const scripts = join(folder, "wide");
  mkdirSync(scripts);
  writeFileSync(join(scripts, "ablab.recipe.json"), JSON.stringify(WANTS_TWO));
  writeFileSync(join(scripts, "train.sh"), "exit 0\n");
  bench.startWorker(["--recipes", scripts]);
  process.env.PATH = path;

  await page.goto(`${bench.url}/workers`);
  await page.getByRole("link", { name: "box", exact: true }).click();
  await expect(
    page.getByText(/0 of 2 GPUs are held by runs, 1 is used by others and 1 is free/),
  ).toBeVisible();
  const gpus = page.getByRole("table", { name: "GPUs" });
  await expect(gpus.getByRole("row").nth(1)).toContainText("free");
  await expect(gpus.getByRole("row").nth(2)).toContainText(`pid ${process.pid}`);
  await expect(page.getByText("GPU 1 is used, not by us.")).toBeVisible();
  await expect(page.getByText("GPU 1 slows itself.")).toBeVisible();
  await page.getByText("6 h", { exact: true }).click();
  await expect(page).toHaveURL(/hours=6/);

  const [told] = await bench.cliJson<{ gpus: { use: string }[] }[]>("worker", "list");
  expect(told.gpus.map(({ use }) => use)).toEqual(["free", "foreign"]);

  const { runs } = await bench.cliJson<Launched>("launch", "wide");
  await page.goto(`${bench.url}/runs/${runs[0].id}`);
  await page.getByRole("button", { name: "Start anyway" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("It would stand beside that, with what memory it leaves");
  await dialog.getByRole("button", { name: /^Start / }).click();
  await expect(page.getByRole("heading", { level: 1 }).getByRole("img", { name: "finished" })).toBeVisible();
  rmSync(folder, { recursive: true, force: true });
});
