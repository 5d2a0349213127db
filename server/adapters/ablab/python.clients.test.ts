import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { mulberry32 } from "../../../workers/math/rng.ts";
import { fakeVerbs, serveAdapter, type Fault } from "../testing.ts";
import { ablabAdapter } from "./adapter.ts";

const CLIENT = join(import.meta.dirname, "..", "..", "..", "clients", "python");
const version = spawnSync("python3", ["-c", "import sys; print(sys.version_info >= (3, 9))"]).stdout;
const hasPython = version?.toString().trim() === "True";
if (!hasPython) console.log("The Python client is not tested: there is no python3 of 3.9 or newer.");
const home = mkdtempSync(join(tmpdir(), "ablab-python-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function python(args: string[], env: Record<string, string> = {}) {
  const { ABLAB_URL: _url, ABLAB_INGEST_TOKEN: _token, ...inherited } = process.env;
  const child = spawn("python3", args, {
    cwd: CLIENT,
    env: { ...inherited, PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: CLIENT, ABLAB_QUIET: "1", ...env },
  });
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, said })),
  );
}

const FAULTS: Fault[] = ["500", "500 after", "drop", "drop after"];

const SCRIPT = `
import ablab, sys
from ablab import _sender
_sender.FIRST_PAUSE_S, _sender.LONGEST_PAUSE_S, _sender.IDLE_S = 0.001, 0.02, 0.002
seed = int(sys.argv[1])
run = ablab.init("faults", f"s{seed}", id=f"k/{seed}\\u202e", config={"optim": {"lr": 1e-6}}, seed=seed)
for i in range(300):
    ablab.log({"i": i, "nan": float("nan"), "nested": {"x": True}}, step=2 * i)
    if i % 100 == 0:
        ablab.alert(f"at {i}", "<b>text</b>")
        ablab.group([{"role": "user", "content": "1+1"}], ["2", "3"], {"correct": [1, 0]}, [1, -1], truncated=[False, True])
ablab.log_columns({"i": range(300, 5000), "odd\\u202ename": range(4700)}, steps=range(600, 5300))
ablab.evaluation("aime", {"p1": True, "p2": False}, final=True)
`;

test.skipIf(!hasPython)("the client's own tests pass", async () => {
  const { code, said } = await python(["-W", "ignore", "-m", "unittest", "discover", "-s", "tests"]);
  expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
});

test.skipIf(!hasPython).each([1, 2, 3, 4, 5, 6, 7, 8])(
  "over seeded failures of the server everything arrives once (seed %i)",
  async (seed) => {
    const verbs = fakeVerbs();
    const random = mulberry32(seed);
    let failures = 0;
    const server = await serveAdapter(ablabAdapter, verbs, () => {
      if (random() > 0.4) return "none";
      failures += 1;
      return FAULTS[Math.floor(random() * FAULTS.length)];
    });
    const spool = join(home, `spool-${seed}`);
    const script = join(home, "script.py");
    writeFileSync(script, SCRIPT);
    const { code, said } = await python([script, String(seed)], {
      ABLAB_URL: server.url,
      ABLAB_INGEST_TOKEN: "t".repeat(43),
      ABLAB_SPOOL_DIR: spool,
    });
    await server.close();
    expect({ code, said }).toEqual({ code: 0, said: "" });
    const [run, ...others] = verbs.runs.values();
    expect(others).toEqual([]);
    expect(run.facts).toMatchObject({ name: `s${seed}`, config: { "optim.lr": 1e-6, seed } });
    const rows = [...run.rows.values()].flat();
    expect(rows.map(({ values }) => values.i).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 5000 }, (_, i) => i),
    );
    expect(rows[7]).toMatchObject({ step: 14, values: { nan: Number.NaN, "nested/x": 1 } });
    expect(run.notes.map(({ message }) => message)).toEqual([0, 100, 200].map((i) => `at ${i}: <b>text</b>`));
    expect(run.rollouts.size).toBe(6);
    expect([...run.evaluations.values()][0].rows).toHaveLength(2);
    expect(run.end).toMatchObject({ state: "finished", exitCode: null, reason: null, witness: null });
    expect(failures).toBeGreaterThan(3);
    expect([server.unclaimed, [...server.tokens]]).toEqual([[], ["t".repeat(43)]]);
    expect(readdirSync(spool)).toEqual([]);
  },
);
