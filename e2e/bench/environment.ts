import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./ablab-process.ts";
import { atLeast, notMeasured, type Figure, type Measurement } from "./figure.ts";

const PROGRAM = join(ROOT, "workers", "lab", "env", "testing", "throughput.ts");
const UNIT = "steps/CPU s";

/** Steps per CPU second of the environment and of the simplex alone on the same models, in one process. */
interface Speed {
  environment: number;
  simplex: number;
}

function figureOf(problems: string, goal: number, speed: Speed | null): Figure {
  const name = `environment, ${problems}`;
  if (speed === null)
    return notMeasured(name, UNIT, "not measured: hard_da is not here: set ABLAB_TEST_DATA");
  const share = Math.round((100 * speed.environment) / speed.simplex);
  return {
    name,
    measured: speed.environment,
    unit: UNIT,
    target: atLeast(goal),
    ceiling: { value: speed.simplex, what: "simplex alone" },
    note: `${share} % of what the simplex alone makes; observation, IIS and a scripted policy included`,
  };
}

/** Node alone in a process of its own, as a trainer runs its environment. */
export const environment: Measurement = {
  name: "environment",
  async measure() {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM]);
    const { hard, hardDa } = JSON.parse(stdout) as { hard: Speed; hardDa: Speed | null };
    return [figureOf("generated, hard", 60_000, hard), figureOf("hard_da", 80_000, hardDa)];
  },
};
