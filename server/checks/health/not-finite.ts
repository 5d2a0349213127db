import type { Finding } from "../../contracts/finding.ts";
import { writeOf } from "../../wording/counts.ts";
import { writeWhole } from "../../wording/numbers.ts";
import { objection } from "../rule.ts";
import type { Fold, FoldedPoints, KnownStretch } from "./fold.ts";
import type { RunRule } from "./run-rule.ts";

/** Where these end so, the weights are gone. */
const FATAL = new Set(["optim/grad_norm", "reward/raw", "reward/shaped"]);
const WATCHED = ["optim/grad_norm", "reward/raw", "reward/shaped", "policy/kl", "policy/entropy"];
/** What trainers call the loss that they follow; that of an evaluation is none. */
const LOSS = /^(?:(?:train|actor|policy|sft|optim)\/)?(?:train_|policy_|pg_|total_)?loss$/;

/** Whether weights are gone where a metric of this name ends so. */
const isFatal = (metric: string): boolean => FATAL.has(metric) || LOSS.test(metric);

/** Which of these metrics, by the names that they are read under, tell that a training diverged. */
export const watchedOf = (metrics: Iterable<string>): string[] => [
  ...new Set([...WATCHED, ...[...metrics].filter((metric) => LOSS.test(metric))]),
];

const info: RunRule["info"] = {
  id: "D13",
  name: "Not finite",
  family: "run health",
  formula: `any NaN or infinity in ${WATCHED.join(", ")} or the training loss`,
  threshold:
    "error where gradient, loss or reward end so; warning where finite values follow, and for the others",
  gate: "silent about losses of evaluations, and about metrics of people's own",
  source: "a non-finite gradient spreads to every weight at the next update",
  why: "A NaN that reaches an update makes every later number of the run meaningless.",
  action:
    "Look at the step in the log; lower the learning rate or clip the gradient, and start again from a checkpoint before it.",
  brief: "values that are not finite",
};

/** Where a series is not finite. */
class NonFinite implements Fold {
  n = 0;
  first = NaN;
  last = NaN;

  feed({ x, value }: FoldedPoints): void {
    for (let i = 0; i < x.length; i++) {
      if (Number.isFinite(value[i])) continue;
      if (this.n++ === 0) this.first = x[i];
      this.last = x[i];
    }
  }

  absorb({ nonFinite }: KnownStretch): boolean {
    return nonFinite === 0;
  }

  copy(): NonFinite {
    return Object.assign(new NonFinite(), this);
  }
}

export const notFinite: RunRule = {
  info,
  reads: WATCHED,
  readsLike: LOSS,
  plans({ series }) {
    return watchedOf(series.keys()).flatMap((key) => {
      const over = series.get(key);
      return over && over.nonFinite > 0 ? [{ key, over, begin: () => new NonFinite() }] : [];
    });
  },
  check({ series }, folds) {
    return watchedOf(series.keys()).flatMap((watched) => {
      const { metric = watched, n: points = 0, lastValue = NaN } = series.get(watched) ?? {};
      const isFiniteSince = Number.isFinite(lastValue);
      const found = folds.of(NonFinite, watched);
      if (!found || found.n === 0) return [];
      const { n, first, last } = found;
      return [
        objection(info, isFiniteSince || !isFatal(watched) ? "warning" : "error", {
          metric,
          claim: isFiniteSince
            ? `${metric} was NaN or infinite in ${writeOf(n, points, "step")} and is finite since.`
            : `${metric} ends NaN or infinite.`,
          evidence: `${writeOf(n, points, "point")}, first at step ${writeWhole(first)}, last at step ${writeWhole(last)}.`,
          span: { from: first, to: last },
        }),
      ];
    });
  },
};

/** Whether a run ends in values that are not finite: what it measured after is of no policy that trains. */
export const endsNotFinite = ({ rule, severity }: Pick<Finding, "rule" | "severity">): boolean =>
  rule === info.id && severity === "error";

/** Whether this is what is said of values that are not finite. */
export const saysNotFinite = ({ rule }: Pick<Finding, "rule">): boolean => rule === info.id;
