import type { Objection } from "../../contracts/objection.ts";
import { writeOf } from "../../wording/counts.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { objection } from "../rule.ts";
import type { RunRule } from "./run-rule.ts";

const WATCHED = ["optim/grad_norm", "reward/raw", "reward/shaped", "policy/kl", "policy/entropy"];

const info: RunRule["info"] = {
  id: "D13",
  name: "Not finite",
  family: "run health",
  formula: `any NaN or infinity in ${WATCHED.join(", ")}`,
  threshold: "one point",
  source: "a non-finite gradient spreads to every weight at the next update",
  why: "A NaN that reaches an update makes every later number of the run meaningless.",
  action:
    "Look at the step in the log; lower the learning rate or clip the gradient, and start again from a checkpoint before it.",
  brief: "values that are not finite",
};

export const notFinite: RunRule = {
  info,
  reads: WATCHED,
  check({ series }) {
    return WATCHED.flatMap((watched) => {
      const found = series.get(watched);
      const metric = found?.metric ?? watched;
      const at = found ? found.x.filter((_, i) => !Number.isFinite(found.value[i])) : [];
      if (at.length === 0) return [];
      const first = Math.min(...at);
      return [
        objection(info, "objection", {
          metric,
          claim: `${metric} was NaN or infinite, so no later number can be trusted.`,
          evidence: `${writeOf(at.length, found?.x.length ?? 0, "point")}, first at step ${writeWhole(first)}.`,
          span: { from: first, to: Math.max(...at) },
        }),
      ];
    });
  },
};

/** Whether this is what is said of values that are not finite. */
export const saysNotFinite = ({ rule }: Pick<Objection, "rule">): boolean => rule === info.id;
