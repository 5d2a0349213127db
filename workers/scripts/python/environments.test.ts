import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FolderProblem, sha256 } from "../read-folder.ts";
import { EnvironmentProblem, PythonEnvironments } from "./environments.ts";
import { compareInstalled, isAsInstalled } from "./installed.ts";
import { environmentKey, requirementsOf } from "./requirements.ts";

const hasVenv = spawnSync("python3", ["-c", "import venv, ensurepip"]).status === 0;
if (!hasVenv) console.log("Environments of scripts are not made here: there is no python3 with venv.");

const scratch = mkdtempSync(join(tmpdir(), "ablab-environments-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let home: string;
beforeEach(() => (home = mkdtempSync(join(scratch, "home-"))));
const made = () => (existsSync(join(home, "python")) ? readdirSync(join(home, "python")) : []);

/** Packages that lie in a folder, so that nothing is asked of a network. */
const WHEEL = `
import sys, zipfile
folder, name, version, body = sys.argv[1:]
info = f"{name}-{version}.dist-info"
with zipfile.ZipFile(f"{folder}/{name}-{version}-py3-none-any.whl", "w") as wheel:
    wheel.writestr(f"{name}.py", body)
    wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nGenerator: t\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(f"{info}/entry_points.txt", f"[console_scripts]\\n{name}-say = {name}:say\\n")
    wheel.writestr(f"{info}/RECORD", "")
`;
const packages = join(scratch, "packages");
const { PATH } = process.env;
const env = { NODE_ENV: "test" as const, PATH, HOME: scratch, PIP_NO_INDEX: "1", PIP_FIND_LINKS: packages };

const file = join(scratch, "requirements.txt");
const wanted = (...lines: string[]) => {
  return { lines, areHashed: lines.some((line) => line.includes("--hash")) };
};
const listener = (signal = new AbortController().signal) => {
  const lines: string[] = [];
  const counts: string[] = [];
  return {
    lines,
    counts,
    onLine: (line: string) => void lines.push(line),
    onCount: (found: number, of: number) => void counts.push(`${found}/${of}`),
    signal,
  };
};

beforeAll(() => {
  mkdirSync(packages);
  if (!hasVenv) return;
  for (const [name, version] of [
    ["one", "1.0"],
    ["two", "2.0"],
  ])
    execFileSync("python3", [
      "-c",
      WHEEL,
      packages,
      name,
      version,
      `def say(): print("${name} ${version}")\n`,
    ]);
});

describe.skipIf(!hasVenv)("an environment", () => {
  test("is made once of its packages, with the installer's lines and their number, and its programs start", async () => {
    const environments = new PythonEnvironments(home, env);
    const [first, second] = [listener(), listener()];
    const both = await Promise.all([
      environments.of(wanted("one==1.0", "two==2.0"), first),
      environments.of(wanted("one==1.0", "two==2.0"), second),
    ]);
    expect(both[0]).toBe(both[1]);
    expect(first.counts).toEqual(["0/2", "1/2", "2/2"]);
    expect(second.counts.at(-1)).toBe("2/2");
    expect(first.lines.some((line) => line.includes("Successfully installed one-1.0 two-2.0"))).toBe(true);
    expect(execFileSync(join(both[0], "bin", "two-say"), { encoding: "utf8" })).toBe("two 2.0\n");
    expect(made()).toEqual([environmentOf(both[0])]);
    const third = listener();
    expect(await new PythonEnvironments(home, env).of(wanted("one==1.0", "two==2.0"), third)).toBe(both[0]);
    expect(third.lines).toEqual([]);
  });

  test("that fails half way is one sentence with the last lines, and nothing of it is left", async () => {
    const environments = new PythonEnvironments(home, env);
    const failed = environments.of(wanted("one==1.0", "none==9.9"), listener());
    await expect(failed).rejects.toThrow(EnvironmentProblem);
    await expect(failed).rejects.toThrow(
      /^The Python environment could not be made, and nothing of it is left: pip ended with exit code 1\. It said last: .*No matching distribution found for none==9\.9$/,
    );
    expect(made()).toEqual([]);
    expect(await environments.of(wanted("one==1.0"), listener())).toContain(join(home, "python"));
  });

  test("that nobody waits for any more is not made to its end", async () => {
    const environments = new PythonEnvironments(home, env);
    const stop = new AbortController();
    const asked = environments.of(wanted("one==1.0"), {
      ...listener(stop.signal),
      onCount: () => stop.abort(),
    });
    await expect(asked).rejects.toThrow("somebody asked for a stop");
    await expect.poll(made).toEqual([]);
  });

  test("whose maker was killed is swept away and made anew", async () => {
    mkdirSync(join(home, "python", ".making-0123456789abcdef-999999999"), { recursive: true });
    const folder = await new PythonEnvironments(home, env).of(wanted("one==1.0"), listener());
    expect(made()).toEqual([environmentOf(folder)]);
    expect(readFileSync(join(folder, "requirements.txt"), "utf8")).toBe("one==1.0\n");
  });
});

describe.skipIf(!hasVenv)("what lies in an environment", () => {
  const hashed = (bytes: string | Buffer) => `--hash=sha256:${sha256(bytes)}`;
  const sitePackages = (folder: string) =>
    join(folder, "lib", readdirSync(join(folder, "lib"))[0], "site-packages");

  test("has the hashes of a lock, and something else by the same name is refused", async () => {
    const other = new PythonEnvironments(home, env).of(wanted(`one==1.0 ${hashed("x")}`), listener());
    await expect(other).rejects.toThrow(/Expected sha256 0|DO NOT MATCH|Got/);
    expect(made()).toEqual([]);
  });

  test("is looked at before each start: one that was changed is not started in again, and stays for who runs in it", async () => {
    const environments = new PythonEnvironments(home, env);
    const lock = `one==1.0 ${hashed(readFileSync(join(packages, "one-1.0-py3-none-any.whl")))}`;
    const make = () => environments.of(wanted(lock), listener());
    const first = await make();
    expect(await make()).toBe(first);
    const plain = env as unknown as Record<string, string>;
    expect(
      await compareInstalled(first, [lock, "two==2.0", "three==3 ; python_version < '3'"], plain),
    ).toEqual(["two==2.0 was asked for, and nothing is there"]);
    const installed = join(sitePackages(first), "one.py");
    const { atime, mtime } = statSync(installed);
    writeFileSync(installed, readFileSync(installed, "utf8").replace("one 1.0", "one 0.1"));
    expect(await isAsInstalled("python3", first, plain)).toBe(false);
    utimesSync(installed, atime, mtime);
    writeFileSync(join(sitePackages(first), "sitecustomize.py"), "");
    expect(await make()).toBe(`${first}-2`);
    expect(existsSync(first)).toBe(true);
  });
});

const environmentOf = (folder: string) => folder.slice(join(home, "python").length + 1);

test("a machine without Python says what to do", async () => {
  const environments = new PythonEnvironments(home, env, "no-such-python");
  await expect(environments.of(wanted("one==1.0"), listener())).rejects.toThrow(
    "This worker has no no-such-python on its PATH",
  );
});

test("packages are the same whatever their order, blanks and comments", () => {
  expect(environmentKey(["a==1", "b == 2"], "3.11")).toBe(environmentKey(["B==2", "a==1"], "3.11"));
  expect(environmentKey(["a==1"], "3.11")).not.toBe(environmentKey(["a==1"], "3.12"));
});

test("a requirement without an exact version is refused with its line", () => {
  const script = { folder: scratch, file: { slug: "s", python: { requirements: "requirements.txt" } } };
  const read = () => requirementsOf(script as Parameters<typeof requirementsOf>[0]);
  writeFileSync(file, "# pinned\na==1.0  # why\nb[x]==2.0+cpu ; python_version > '3'\n");
  expect(read()?.lines).toEqual(["a==1.0", "b[x]==2.0+cpu ; python_version > '3'"]);
  const refused = [
    "a>=1",
    "-e ../..",
    "a",
    "git+https://x/y",
    "--extra-index-url x",
    "-r other.txt",
    "./a",
    "a==1.*",
  ];
  for (const wrong of [
    ...refused,
    "a @ file:///a",
    "a==1 --config-settings=x=y",
    "a==1 ; x > '3' -e .",
    "a==$V",
  ]) {
    writeFileSync(file, `a==1.0\n${wrong}\n`);
    expect(read).toThrow(FolderProblem);
    expect(read).toThrow(`requirements.txt:2: "${wrong}" does not say which version`);
  }
  writeFileSync(file, Buffer.from([0x61, 0x3d, 0x3d, 0x31, 0xff]));
  expect(read).toThrow("cannot be read as a text");
});
