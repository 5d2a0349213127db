import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./fixtures/app.ts";

const FAKE = join(
  import.meta.dirname,
  "..",
  "workers",
  "bridge",
  "executors",
  "slurm",
  "testing",
  "fake-slurm.mjs",
);

/** As `scontrol -o show` prints them. */
const partition = (name: string, isDefault: string, accounts: string, most: string) =>
  `PartitionName=${name} AllowGroups=ALL AllowAccounts=${accounts} AllowQos=ALL Default=${isDefault} MaxTime=${most} Nodes=n1 State=UP TotalCPUs=4 TotalNodes=1\n`;
const PARTITIONS =
  partition("main", "YES", "ALL", "UNLIMITED") + partition("low", "NO", "lab,guests", "1-12:00:00");
const NODES =
  "NodeName=n1 CPUAlloc=0 CPUEfctv=4 CPUTot=4 Gres=gpu:fake:2 RealMemory=2000 AllocMem=0 State=IDLE Partitions=main,low CfgTRES=cpu=4,mem=2000M,gres/gpu=2 AllocTRES=\n";

test.use({ benchOptions: { ownWorker: true, slots: 64 } });

test("run and chain are sent to Slurm from their forms, with what the cluster allows beside each field", async ({
  member: page,
  bench,
}) => {
  const home = join(bench.home, "fake-slurm");
  mkdirSync(home);
  const [cluster, bin] = [join(home, "cluster"), join(home, "bin")];
  mkdirSync(cluster);
  mkdirSync(bin);
  for (const program of ["sbatch", "squeue", "sacct", "scancel", "scontrol"]) {
    writeFileSync(join(bin, program), `#!/bin/sh\nexec '${process.execPath}' '${FAKE}' ${program} "$@"\n`);
    chmodSync(join(bin, program), 0o755);
  }
  writeFileSync(join(cluster, "partition.txt"), PARTITIONS);
  writeFileSync(join(cluster, "node.txt"), NODES);
  writeFileSync(join(cluster, "faults.json"), JSON.stringify({ holds: "Resources" }));
  bench.startWorker(["--executor", "slurm", "--ask-seconds", "1"], {
    PATH: `${bin}:${process.env.PATH}`,
    SLURM_CONF: cluster,
  });

  await page.goto(`${bench.url}/launch?mode=matrix&presets=baseline,no_kl&seeds=0-2`);
  await page.getByRole("combobox", { name: "Runs on" }).selectOption("slurm");
  await expect(page.getByText("a run, from when Slurm starts it")).toBeVisible();
  await page.getByRole("combobox", { name: "Partition" }).selectOption("low");
  const field = (name: string) => page.locator(`[data-param="slurm.${name}"]`);
  await expect(field("time")).toContainText("At most 36 h");
  await expect(field("account")).toContainText("Takes lab and guests");
  await field("time").getByRole("textbox").fill("3d");
  await expect(field("time")).toContainText("Partition low allows at most 36 h.");
  await field("time").getByRole("textbox").fill("12h");
  await field("account").getByRole("textbox").fill("lab");
  await field("gpus").getByRole("textbox").fill("2");
  await field("memory").getByRole("textbox").fill("1500M");

  await test.step("a chain has the same fields, and keeps what was typed", async () => {
    await page.getByText("Pipeline", { exact: true }).click();
    await expect(page.getByRole("combobox", { name: "Partition" })).toHaveValue("low");
    await expect(field("time").getByRole("textbox")).toHaveValue("12h");
    await expect(page.getByText("a run, from when Slurm starts it")).toBeVisible();
    await page.getByRole("combobox", { name: "Size" }).selectOption("smoke");
    await page.getByRole("button", { name: /^Launch \d+ runs/ }).click();
    await expect(page).toHaveURL(/\/experiments\/exp_/);
  });

  await test.step("list and run page say why it waits there", async () => {
    await page.goto(`${bench.url}/runs`);
    await expect(page.getByText(/waits for free resources.*\[Slurm PENDING/).first()).toBeVisible();
    const { rows } = await bench.cliJson<{ rows: { id: string; state: string }[] }>("runs");
    const first = rows.find(({ state }) => state === "starting");
    await page.goto(`${bench.url}/runs/${first?.id}?tab=attempts`);
    await expect(page.getByText(/on Slurm: partition low, account lab, at most 12/)).toBeVisible();
  });
});
