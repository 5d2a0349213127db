import { execFile } from "node:child_process";
import { basename } from "node:path";
import { promisify } from "node:util";
import type { Surroundings } from "../../protocol/surroundings.ts";
import { findProgram } from "../script-command.ts";

const run = promisify(execFile);
/** An interpreter that does not answer delays the start of a run by so much at most, ms. */
const PATIENCE_MS = 4000;
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_PACKAGES = 2000;

const ASKED = `
import importlib.util, json, os, re, sys
from importlib import metadata
found = {}
for one in metadata.distributions():
    name = (one.metadata["Name"] or "").lower().replace("_", "-")
    if name:
        found.setdefault(name, one.version or "")
said = {"version": sys.version.split()[0], "packages": found}
if "torch" in found:
    # Read, not imported, which takes seconds.
    try:
        place = os.path.dirname(importlib.util.find_spec("torch").origin)
        with open(os.path.join(place, "version.py")) as file:
            cuda = re.search(r"^cuda\\b.*=\\s*'([\\d.]+)'", file.read(), re.M)
        said["cuda"] = cuda.group(1) if cuda else None
    except Exception:
        pass
print(json.dumps(said))
`;

/** What an interpreter says of itself. */
export type Interpreter = Pick<Surroundings, "interpreter" | "packages" | "cuda">;

/** For a minute: launches come by the dozen, and asking takes a second. */
const KEPT_MS = 60_000;
const asked = new Map<string, { at: number; said: Promise<Interpreter> }>();

async function askInterpreter(path: string, env: Record<string, string>): Promise<Interpreter> {
  const nothing = { interpreter: { path, version: null }, packages: {} };
  if (!/^python[\d.]*$/.test(basename(path))) return nothing;
  try {
    const { stdout } = await run(path, ["-c", ASKED], {
      timeout: PATIENCE_MS,
      maxBuffer: MOST_BYTES,
      killSignal: "SIGKILL",
      cwd: "/",
      env: env as unknown as NodeJS.ProcessEnv,
      encoding: "utf8",
    });
    const said = JSON.parse(stdout) as {
      version: string;
      packages: Record<string, string>;
      cuda?: string | null;
    };
    const packages = Object.entries(said.packages).slice(0, MOST_PACKAGES);
    return {
      interpreter: { path, version: said.version.slice(0, 400) },
      packages: Object.fromEntries(packages.map(([name, its]) => [name.slice(0, 200), its.slice(0, 100)])),
      ...(said.cuda !== undefined && { cuda: said.cuda }),
    };
  } catch {
    return nothing;
  }
}

/** The program of a command, asked what it is and what is installed with it. `env` is what the script gets. Never throws. */
export function readInterpreter(
  program: string,
  folder: string,
  env: Record<string, string>,
): Promise<Interpreter> {
  const found = findProgram(program, folder, env.PATH ?? "");
  if (found === null) return Promise.resolve({ interpreter: null, packages: {} });
  const key = JSON.stringify([found, env.PYTHONPATH, env.VIRTUAL_ENV]);
  const now = performance.now();
  const known = asked.get(key);
  if (known && now - known.at < KEPT_MS) return known.said;
  const said = askInterpreter(found, env);
  asked.clear();
  asked.set(key, { at: now, said });
  return said;
}
