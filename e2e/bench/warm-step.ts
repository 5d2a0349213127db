import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./ablab-process.ts";
import { atMost, notMeasured, type Measurement } from "./figure.ts";

const PROGRAM = join(ROOT, "workers", "lp", "testing", "warm-step.ts");

/** Node alone in a process of its own: what the trainer's simplex takes when nothing else warms or slows it. */
export const warmStep: Measurement = {
  name: "lp",
  async measure() {
    const name = "LP warm dual simplex step";
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM]);
      const { microseconds, coldMicroseconds, steps } = JSON.parse(stdout) as {
        microseconds: number;
        coldMicroseconds: number;
        steps: number;
      };
      const times = (coldMicroseconds / microseconds).toPrecision(2);
      return [
        {
          name,
          measured: microseconds,
          unit: "us CPU",
          target: atMost(1),
          note: `mean of ${steps} steps on hard_da; loading a model and solving it cold takes ${times} times as long`,
        },
      ];
    } catch (error) {
      const why = /ENOENT/.test(String(error))
        ? "hard_da is not here: set ABLAB_TEST_DATA"
        : String(error).slice(0, 120);
      return [notMeasured(name, "us CPU", `not measured: ${why}`)];
    }
  },
};
