import type { PointStore } from "#db/points/point-store.ts";
import type { Finding } from "../../../contracts/finding.ts";
import { bySeverity } from "../../../checks/by-severity.ts";
import type { Folds } from "../../../checks/health/fold.ts";
import type { FoldPlan, RunFacts, RunRule } from "../../../checks/health/run-rule.ts";
import { RUN_RULES } from "../../../checks/registry.ts";
import { type Budget, type StoredSeries, Walk } from "./walk.ts";

interface PlannedWalk {
  rule: RunRule;
  plan: FoldPlan<StoredSeries>;
}

/** Other series under the same plan are another walk. */
const nameOf = ({ rule, plan: { key, over, beside, isShared } }: PlannedWalk): string =>
  `${isShared ? "all" : rule.info.id} ${over.id} ${beside?.id ?? ""} ${key}`;

/** How far the rules have come in the points of one attempt. */
export class RunWalks {
  #walks = new Map<string, Walk>();

  /** What the rules say of all points; null where the budget was spent before they had seen them. */
  judge(store: PointStore, facts: RunFacts<StoredSeries>, budget: Budget): Finding[] | null {
    const planned = RUN_RULES.flatMap((rule) => rule.plans(facts).map((plan) => ({ rule, plan })));
    this.#bring(store, planned);
    for (const walk of this.#walks.values()) {
      walk.note();
      walk.advance(budget);
    }
    if ([...this.#walks.values()].some(({ isDone }) => !isDone)) return null;
    return bySeverity(RUN_RULES.flatMap((rule) => rule.check(facts, this.#foldsOf(rule, planned))));
  }

  #bring(store: PointStore, planned: readonly PlannedWalk[]): void {
    const before = this.#walks;
    this.#walks = new Map(
      planned.map((one) => [nameOf(one), before.get(nameOf(one)) ?? new Walk(store, one.plan)]),
    );
    for (const [name, walk] of before) if (!this.#walks.has(name)) walk.end();
  }

  #foldsOf(rule: RunRule, planned: readonly PlannedWalk[]): Folds {
    const own = planned.filter((one) => one.rule === rule);
    return {
      of: (kind, key) => {
        const one = own.find(({ plan }) => plan.key === key);
        const fold = one && this.#walks.get(nameOf(one))?.fold;
        return fold instanceof kind ? fold : undefined;
      },
    };
  }

  end(): void {
    for (const walk of this.#walks.values()) walk.end();
    this.#walks.clear();
  }
}
