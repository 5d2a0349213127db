import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listDevices, parseGpus } from "./identity.ts";
import { temporaryFolder } from "./testing/world.ts";

const CSV = `0, GPU-5d1c2f3a-1111-2222-3333-444455556666, NVIDIA H200, 143771
1, GPU-7e, NVIDIA GB10, [N/A]
2, [N/A], Tesla, with a comma, 16160
`;

test("GPUs keep their uuid, and what the driver does not say is null", () => {
  const base = { kind: "gpu" };
  expect(parseGpus(CSV)).toEqual([
    {
      ...base,
      index: 0,
      name: "NVIDIA H200",
      uuid: "GPU-5d1c2f3a-1111-2222-3333-444455556666",
      memoryMiB: 143771,
    },
    { ...base, index: 1, name: "NVIDIA GB10", uuid: "GPU-7e", memoryMiB: null },
    { ...base, index: 2, name: "Tesla, with a comma", uuid: null, memoryMiB: 16160 },
  ]);
});

test("a message instead of a table is no device", () => {
  expect(parseGpus("No devices were found\n")).toEqual([]);
  expect(parseGpus("")).toEqual([]);
});

function withNvidiaSmi(script: string) {
  const folder = temporaryFolder(onTestFinished);
  writeFileSync(join(folder, "nvidia-smi"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "nvidia-smi"), 0o755);
  const path = process.env.PATH;
  process.env.PATH = `${folder}:${path}`;
  onTestFinished(() => {
    process.env.PATH = path;
  });
}

test("the machine's processors come first, then what nvidia-smi lists", async () => {
  withNvidiaSmi(`cat <<'END'\n${CSV}END`);
  const devices = await listDevices();
  expect(devices.map(({ kind, index }) => `${kind} ${index}`)).toEqual(["cpu 0", "gpu 0", "gpu 1", "gpu 2"]);
  expect(devices[0].name).toMatch(/CPUs\)$/);
  expect(devices[0].memoryMiB).toBeGreaterThan(100);
});

test("an nvidia-smi that fails means no GPU, not no worker", async () => {
  withNvidiaSmi("echo 'driver mismatch' >&2; exit 9");
  expect((await listDevices()).map(({ kind }) => kind)).toEqual(["cpu"]);
});
