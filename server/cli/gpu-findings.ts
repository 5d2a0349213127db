import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { countOf, plural } from "../wording/counts.ts";
import { writeBytes } from "../wording/quantities.ts";

const run = promisify(execFile);
const MIB = 2 ** 20;
/** nvidia-smi of a driver that hangs, and an import of torch from a slow disk. */
const [DRIVER_MS, TORCH_MS] = [10_000, 60_000];

export interface GpuFinding {
  name: string;
  ok: boolean;
  says: string;
}

/** What a Python says of its torch; it imports it, since only that shows whether the driver takes the build. */
const TORCH = `
import json
try:
    import torch
except ModuleNotFoundError:
    print(json.dumps(None))
else:
    print(json.dumps({"version": torch.__version__, "cuda": torch.version.cuda, "gpus": torch.cuda.device_count() if torch.cuda.is_available() else 0}))
`;

interface Torch {
  version: string;
  cuda: string | null;
  gpus: number;
}

/** The last line of an error of a program, or what Node says of it. */
const lastLine = (error: unknown): string => {
  const { stderr = "", message = "" } = error as { stderr?: string; message?: string };
  return (stderr.trim().split("\n").at(-1) || message.split("\n")[0]).slice(0, 300);
};

async function driverFinding(): Promise<{ finding: GpuFinding; gpus: number; driver: string | null }> {
  const query = ["--query-gpu=name,memory.total,driver_version", "--format=csv,noheader,nounits"];
  try {
    const { stdout } = await run("nvidia-smi", query, { timeout: DRIVER_MS, killSignal: "SIGKILL" });
    const rows = stdout
      .trim()
      .split("\n")
      .map((line) => line.split(", "));
    const known = rows.filter((row) => row.length === 3);
    const cards = known.map(([card, memory]) =>
      Number.isFinite(Number(memory)) ? `${card}, ${writeBytes(Number(memory) * MIB)}` : card,
    );
    const driver = known[0]?.[2] ?? null;
    const says =
      known.length > 0
        ? `${cards.join("; ")}; driver ${driver}`
        : `nvidia-smi names none: ${stdout.trim().slice(0, 200)}`;
    return { finding: { name: "GPU", ok: known.length > 0, says }, gpus: known.length, driver };
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === "ENOENT";
    const says = isMissing
      ? "none: there is no nvidia-smi here. Recipes that know both train on the CPU."
      : `nvidia-smi does not answer: ${lastLine(error)}. Load the driver again, or restart the machine.`;
    return { finding: { name: "GPU", ok: isMissing, says }, gpus: 0, driver: null };
  }
}

/** The interpreters that scripts are started with: the one of the PATH, those that a worker made, and one that is named. */
function interpretersOf(home: string, named: string | undefined): string[] {
  const made = join(home, "python");
  const environments = existsSync(made)
    ? readdirSync(made)
        .filter((name) => !name.startsWith("."))
        .map((name) => join(made, name, "bin", "python"))
    : [];
  const usual = (process.env.PATH ?? "")
    .split(delimiter)
    .map((place) => join(place, "python3"))
    .find((path) => existsSync(path));
  return [...new Set([named, usual, ...environments].flatMap((path) => path ?? []))];
}

async function torchFinding(
  program: string,
  { gpus, driver }: { gpus: number; driver: string | null },
  isNamed: boolean,
): Promise<GpuFinding[]> {
  const name = `torch of ${program}`;
  try {
    const { stdout } = await run(program, ["-c", TORCH], { timeout: TORCH_MS, killSignal: "SIGKILL" });
    const torch = JSON.parse(stdout.trim().split("\n").at(-1) ?? "null") as Torch | null;
    if (torch === null) return isNamed ? [{ name, ok: true, says: "not installed" }] : [];
    const build = torch.cuda === null ? "a build for processors" : `CUDA ${torch.cuda}`;
    const sees = `${torch.version}, ${build}, sees ${torch.gpus === 0 ? "no GPU" : countOf(torch.gpus, "GPU")}`;
    if (gpus === 0 || torch.gpus > 0) return [{ name, ok: true, says: sees }];
    const what =
      torch.cuda === null
        ? "Install a build with CUDA."
        : `Driver ${String(driver)} may be too old for it, or CUDA_VISIBLE_DEVICES hides the GPUs. Install a build for this driver.`;
    return [
      {
        name,
        ok: false,
        says: `${sees}, and there ${plural(gpus, "is", "are")} ${countOf(gpus, "GPU")} here. ${what}`,
      },
    ];
  } catch (error) {
    return [{ name, ok: false, says: `does not answer: ${lastLine(error)}` }];
  }
}

/** Driver, cards, and whether the torch of each Python that scripts are started with can use them. */
export async function gpuFindings(home: string, named?: string): Promise<GpuFinding[]> {
  const { finding, ...driver } = await driverFinding();
  const found = await Promise.all(
    interpretersOf(home, named).map((program) => torchFinding(program, driver, program === named)),
  );
  return [finding, ...found.flat()];
}
