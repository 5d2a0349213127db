import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gpuFindings } from "./gpu-findings.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "ablab-doctor-"));
  vi.stubEnv("PATH", `${join(home, "bin")}:/usr/bin:/bin`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

/** A program that prints what it stands for. */
function program(path: string, script: string) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const driver = (script: string) => program(join(home, "bin", "nvidia-smi"), script);
const H200 = 'echo "NVIDIA H200, 143771, 580.159.03"';
/** A Python of an environment that a worker made, whose torch says this of itself. */
const python = (torch: object | null) =>
  program(join(home, "python", "made", "bin", "python"), `echo '${JSON.stringify(torch)}'`);
const withCuda = (gpus: number) => ({ version: "2.11.0+cu128", cuda: "12.8", gpus });

async function found() {
  const findings = await gpuFindings(home);
  return findings
    .filter(({ name }) => name === "GPU" || name.includes(home))
    .map(({ ok, says }) => ({ ok, says }));
}

test("a machine without a driver is well, whatever its torch is", async () => {
  python({ version: "2.13.0+cpu", cuda: null, gpus: 0 });
  expect((await found()).map(({ ok }) => ok)).toEqual([true, true]);
});

test("cards, their memory and the driver are named, and a torch that sees them is well", async () => {
  driver(H200);
  python(withCuda(1));
  const [gpu, torch] = await found();
  expect(gpu).toMatchObject({ ok: true, says: expect.stringMatching(/H200.*140\sGiB.*580\.159\.03/) });
  expect(torch).toMatchObject({ ok: true, says: expect.stringContaining("CUDA 12.8") });
});

test.each([
  ["a build for processors", { version: "2.13.0+cpu", cuda: null, gpus: 0 }, "processors"],
  ["a build that the driver does not take", withCuda(0), "580.159.03"],
])("beside a card %s is said, with what to do", async (_, torch, says) => {
  driver(H200);
  python(torch);
  expect(await found()).toMatchObject([{ ok: true }, { ok: false, says: expect.stringContaining(says) }]);
});

test("a driver that does not answer and a Python that breaks are said in their own words", async () => {
  driver("echo 'NVIDIA-SMI has failed' >&2; exit 9");
  program(join(home, "python", "made", "bin", "python"), "echo 'ImportError: libcudart.so.12' >&2; exit 1");
  expect(await found()).toMatchObject([
    { ok: false, says: expect.stringContaining("NVIDIA-SMI has failed") },
    { ok: false, says: expect.stringContaining("libcudart.so.12") },
  ]);
});

test("a Python without torch is no finding", async () => {
  driver(H200);
  python(null);
  expect(await found()).toHaveLength(1);
});
