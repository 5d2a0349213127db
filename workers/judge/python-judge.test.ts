import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const PARTS = join(import.meta.dirname, "..", "..", "recipes", "trl", "parts");
const MAIN = join(import.meta.dirname, "main.ts");
const hasPython =
  spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).status === 0;
if (!hasPython) console.log("The judge is not asked from Python: there is no python3 of 3.9 or newer.");

/** What a script in Python prints that asks the judge, and what it says beside it. */
function python(script: string, env: Record<string, string> = {}) {
  const child = spawn("python3", ["-c", script], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      PYTHONPATH: PARTS,
      PYTHONDONTWRITEBYTECODE: "1",
      ABLAB_JUDGE: JSON.stringify([process.execPath, MAIN]),
      ...env,
    },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (part) => (out += String(part)));
  child.stderr.on("data", (part) => (err += String(part)));
  return new Promise<{ out: string; err: string }>((resolve) =>
    child.on("close", () => resolve({ out: out.trim(), err: err.trim() })),
  );
}

const REPAIR = '{"task": "repair", "part": "train", "count": 3, "seed": 1}';

test.skipIf(!hasPython)(
  "a judge that is killed is started anew with its sets, and answers the same",
  async () => {
    const { out, err } = await python(`
from judge import Judge
judge = Judge()
rows = judge.open("s", ${REPAIR})["problems"]
ask = lambda: judge.judge("s", "clean", [(i, row["answer"]) for i, row in enumerate(rows)])
before = ask()
judge._child.kill()
print(ask() == before, len(before), all(v["solved"] for v in before))
judge.close()
`);
    expect(out).toBe("True 3 True");
    expect(err).toMatch(/^The judge is started anew: /);
  },
);

test.skipIf(!hasPython)("a question that cannot be answered is an error in the judge's words", async () => {
  const { out } = await python(`
from judge import Judge, JudgeError
judge = Judge()
judge.open("s", ${REPAIR})
try:
    judge.judge("s", "all", [(0, "")])
except JudgeError as error:
    print(error)
judge.close()
`);
  expect(out).toBe(
    'A repair is not paid by "all", but by outcome, rr5, clean, process, composite, composite_coded.',
  );
});

test.skipIf(!hasPython).each([
  [
    'Judge(["python3", "-c", "import time; time.sleep(600)"], patience=0.2)',
    "The judge gave no answer in 3 tries: no answer after 0.2 s",
  ],
  ['Judge(["python3", "-c", ""])', /^The judge gave no answer in 3 tries: /],
  ['Judge(["no-such-program"])', /^The judge \['no-such-program'\] cannot be started: /],
  ["Judge()", /^ABLAB_JUDGE does not say how the judge is started\./],
])("%s says in a sentence that nobody answers", async (made, message) => {
  const { out } = await python(
    `
from judge import Judge, JudgeError
try:
    Judge.open(${made}, "s", ${REPAIR})
except JudgeError as error:
    print(error)
`,
    made === "Judge()" ? { ABLAB_JUDGE: "" } : {},
  );
  if (typeof message === "string") expect(out).toBe(message);
  else expect(out).toMatch(message);
});
