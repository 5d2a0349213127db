import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const PARTS = join(import.meta.dirname, "..", "..", "..", "recipes", "trl", "parts");
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.log("The precision of recipes on TRL is not asked: there is no python3.");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ablab-precision-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What Python says with a torch of these properties in place of the real one. */
function ask(card: { gpu: boolean; bf16: boolean }, code: string, env: Record<string, string> = {}) {
  const said = (value: boolean) => (value ? "True" : "False");
  writeFileSync(
    join(folder, "torch.py"),
    `__version__ = "2.0"\nclass cuda:\n    is_available = staticmethod(lambda: ${said(card.gpu)})\n    is_bf16_supported = staticmethod(lambda: ${said(card.bf16)})\n`,
  );
  const { stdout, stderr, status } = spawnSync("python3", ["-c", code], {
    env: { PATH: process.env.PATH, PYTHONPATH: `${folder}:${PARTS}`, ...env } as unknown as NodeJS.ProcessEnv,
    encoding: "utf8",
  });
  return { said: stdout.trim(), stderr, status };
}

const precision = (use_cpu: boolean, lora: number) =>
  `from types import SimpleNamespace as S; from settings import weights_in, computes_in_bfloat16 as c; s = S(use_cpu=${use_cpu ? "True" : "False"}, lora_rank=${lora}); print(weights_in(s), c(s))`;

test.skipIf(!hasPython).each([
  ["on a card with bfloat16", { gpu: true, bf16: true }, false, 0, "float32 True"],
  ["under an adapter on such a card", { gpu: true, bf16: true }, false, 8, "bfloat16 True"],
  ["on a card without it", { gpu: true, bf16: false }, false, 0, "float32 False"],
  ["under an adapter there", { gpu: true, bf16: false }, false, 8, "float32 False"],
  ["on the processor beside a card", { gpu: true, bf16: true }, true, 8, "float32 False"],
])("trained weights are held in float32: %s", (_, card, useCpu, lora, said) => {
  expect(ask(card, precision(useCpu, lora)).said).toBe(said);
});

test.skipIf(!hasPython).each([
  ["with a card that it was given", { gpu: true, bf16: true }, "1", "GPU"],
  ["beside a card that it was not given", { gpu: true, bf16: true }, "0", "CPU"],
  ["by hand beside a card", { gpu: true, bf16: true }, undefined, "GPU"],
  ["by hand without one", { gpu: false, bf16: false }, undefined, "CPU"],
])("a run trains where its GPUs were leased: %s", (_, card, given, where) => {
  const code = "from settings import uses_gpu; print('GPU' if uses_gpu() else 'CPU')";
  expect(ask(card, code, given === undefined ? {} : { ABLAB_GPUS: given }).said).toBe(where);
});

test.skipIf(!hasPython)("a run that was given a GPU and sees none ends at once, with the reason", () => {
  const code = "from settings import uses_gpu; uses_gpu(); print('goes on')";
  const none = ask({ gpu: false, bf16: false }, code, { ABLAB_GPUS: "1" });
  expect(none).toMatchObject({ status: 1, said: "" });
  expect(none.stderr).toContain("sees none");
});

test.skipIf(!hasPython)(
  "the time of a step is that of its phases: of two inside each other the inner one counts",
  () => {
    const code = `
from moved import Phases
now = [0.0]
phases = Phases(clock=lambda: now[0])
def wait(seconds): now[0] += seconds
wait(1)
with phases.spent("sample"):
    wait(2)
    with phases.spent("judge"): wait(4)
    wait(8)
wait(16)
print(sorted(phases.take().items()), phases.take())`;
    expect(ask({ gpu: false, bf16: false }, code).said).toBe(
      "[('phase/judge', 4.0), ('phase/sample', 10.0), ('phase/update', 17.0)] {'phase/update': 0.0}",
    );
  },
);

test.skipIf(!hasPython).each([
  ["auto", false, 2e9, "True"],
  ["auto", false, 5e8, "False"],
  ["auto", true, 2e9, "False"],
  ["on", true, 1, "True"],
  ["off", false, 2e9, "False"],
])("activations are computed again by choice, or where a model is large: %s", (choice, cpu, size, said) => {
  const code = `from types import SimpleNamespace as S; from settings import recomputes; print(recomputes(S(checkpointing="${choice}", use_cpu=${cpu ? "True" : "False"}, parameters=${size})))`;
  expect(ask({ gpu: true, bf16: true }, code).said).toBe(said);
});
