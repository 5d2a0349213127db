import { writeWhole } from "../../wording/numbers.ts";
import { countOf } from "../../wording/counts.ts";
import { objection } from "../rule.ts";
import type { RunRule } from "./run-rule.ts";

const info: RunRule["info"] = {
  id: "D31",
  name: "Ended early",
  family: "run health",
  formula:
    "the last step that was logged, beside the steps that the launch planned, of a script that exited with code 0",
  threshold:
    "below the plan by more than the metric that was logged most often was ever silent: warning; also where no step was logged at all",
  gate: "silent where no number of steps was planned, and of Ablab's own trainers, which exit with code 0 only when they are done",
  source:
    "a failed trainer behind a pipe, in the background or under a launcher leaves its shell with code 0",
  why: "An exit code of 0 says that the process that was started ended well, not that the training did. Values of it are of a shorter training.",
  action:
    "Read the end of the log. Behind a pipe `set -o pipefail` passes the code on; a training in the background needs `wait`.",
  brief: "ended early",
};

export const endedEarly: RunRule = {
  info,
  reads: [],
  plans: () => [],
  check({ end }) {
    if (!end || end.planned === 0) return [];
    const { step, planned, silence } = end;
    if (step !== null && step + silence >= planned) return [];
    return [
      objection(info, "warning", {
        claim:
          step === null
            ? "Exit 0, and no step was logged."
            : `Exit 0 at step ${writeWhole(step)} of ${writeWhole(planned)} (planned).`,
        evidence:
          step === null
            ? `${countOf(planned, "step")} planned.`
            : `No metric was logged after step ${writeWhole(step)}; the longest interval before was ${countOf(silence, "step")}.`,
      }),
    ];
  },
};
