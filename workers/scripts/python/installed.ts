import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

/**
 * What lies in an environment, against what was asked for when it is made, and against what was made before each start. Packages are
 * known by their versions, files by the size and time of each that an installer has written, and by what lies beside them: a module
 * that somebody put there would be imported as well.
 */

const run = promisify(execFile);
const PATIENCE_MS = 120_000;
const MOST_BYTES = 8 * 1024 * 1024;
const RECORD = "installed.json";

const Installed = z.object({
  packages: z.record(z.string(), z.string()),
  /** Of the files that packages say are theirs, and of all names beside them. */
  files: z.string(),
});
type Installed = z.infer<typeof Installed>;

/** Run by the interpreter that the environment was made of, so that nothing in it is run by being looked at. */
const LOOK = `
import hashlib, json, os, sys
from importlib import metadata
folder = sys.argv[1]
packages, digest = {}, hashlib.sha256()
for lib in ("lib", "lib64"):
    top = os.path.join(folder, lib)
    if os.path.islink(top) or not os.path.isdir(top):
        continue
    for python in sorted(os.listdir(top)):
        site = os.path.join(top, python, "site-packages")
        if not os.path.isdir(site):
            continue
        digest.update(repr(sorted(n for n in os.listdir(site) if n != "__pycache__")).encode())
        for one in sorted(metadata.distributions(path=[site]), key=lambda one: str(one._path)):
            name = (one.metadata["Name"] or "").lower().replace("_", "-").replace(".", "-")
            packages[name] = one.version or ""
            for file in sorted(map(str, one.files or [])):
                if file.endswith(".pyc"):
                    continue
                try:
                    found = os.stat(os.path.join(site, file))
                    said = f"{file} {found.st_size} {found.st_mtime_ns}"
                except OSError:
                    said = f"{file} gone"
                digest.update(said.encode("utf-8", "surrogateescape") + b"\\n")
digest.update(repr(sorted(os.listdir(os.path.join(folder, "bin")))).encode())
digest.update(open(os.path.join(folder, "pyvenv.cfg"), "rb").read())
print(json.dumps({"packages": packages, "files": digest.hexdigest()}))
`;

/** Run by the environment itself, when it has just been made: it has a reader of requirements. */
const COMPARE = `
import json, sys
from importlib import metadata
from pip._vendor.packaging.requirements import Requirement
wrong = []
for line in json.load(sys.stdin):
    asked = Requirement(line)
    if asked.marker is not None and not asked.marker.evaluate({"extra": ""}):
        continue
    try:
        found = metadata.version(asked.name)
    except metadata.PackageNotFoundError:
        found = None
    if found is None or not asked.specifier.contains(found, prereleases=True):
        wrong.append(f"{line} was asked for, and {found or 'nothing'} is there")
print(json.dumps(wrong))
`;

type Variables = Record<string, string>;
const options = (env: Variables) => ({
  env: env as unknown as NodeJS.ProcessEnv,
  timeout: PATIENCE_MS,
  maxBuffer: MOST_BYTES,
  encoding: "utf8" as const,
});

async function look(base: string, folder: string, env: Variables): Promise<Installed> {
  const { stdout } = await run(base, ["-I", "-S", "-c", LOOK, folder], options(env));
  return Installed.parse(JSON.parse(stdout));
}

/** In what an environment that was just made differs from the lines that were asked for; empty where in nothing. */
export async function compareInstalled(
  folder: string,
  lines: readonly string[],
  env: Variables,
): Promise<string[]> {
  const asked = lines.map((line) => line.replace(/\s--hash=.*$/s, ""));
  const answer = run(join(folder, "bin", "python"), ["-I", "-c", COMPARE], options(env));
  answer.child.stdin?.end(JSON.stringify(asked));
  return z.array(z.string()).parse(JSON.parse((await answer).stdout));
}

/** Writes down what lies in an environment that is in its place. */
export async function noteInstalled(base: string, folder: string, env: Variables): Promise<void> {
  writeFileSync(join(folder, RECORD), JSON.stringify(await look(base, folder, env)), { mode: 0o600 });
}

/** Whether an environment holds now what was written down; false where nothing was. */
export async function isAsInstalled(base: string, folder: string, env: Variables): Promise<boolean> {
  try {
    const noted = Installed.parse(JSON.parse(readFileSync(join(folder, RECORD), "utf8")));
    return JSON.stringify(await look(base, folder, env)) === JSON.stringify(noted);
  } catch {
    return false;
  }
}
