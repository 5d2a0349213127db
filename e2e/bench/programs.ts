import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./ablab-process.ts";
import { atLeast, type Measurement } from "./figure.ts";

const PROGRAM = join(ROOT, "workers", "code", "testing", "programs.ts");

/** Programs that the sandbox of the code recipes runs, in a process of its own. */
export const programs: Measurement = {
  name: "programs",
  async measure() {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM]);
    const found = JSON.parse(stdout) as { perSecond: number; programs: number; limited: number };
    return [
      {
        name: "programs verified",
        measured: found.perSecond,
        unit: "1/CPU s",
        target: atLeast(1000),
        note: `${found.programs} programs of 21 families on 5 cases each, every one in a new runtime; ${found.limited} of them ran into the limit of work`,
      },
    ];
  },
};
