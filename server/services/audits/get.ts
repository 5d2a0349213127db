import { type AuditMarkRecord, selectAuditItems, selectAuditMarks } from "#db/queries/audits.ts";
import type { AuditAgreement, AuditInput, AuditView } from "../../contracts/rollouts/audit.ts";
import { agreement } from "../../stats/audit/verifier-errors.ts";
import type { ServiceContext } from "../context.ts";
import { auditSums } from "./lines.ts";
import { requireAudit, requireAuditedRun } from "./require-audit.ts";

/** The marks of every two people beside each other. */
function agreementsOf(people: readonly string[], marks: readonly AuditMarkRecord[]): AuditAgreement[] {
  const by = new Map(people.map((one) => [one, new Map<number, boolean>()]));
  for (const mark of marks) by.get(mark.by)?.set(mark.position, mark.right);
  return people.flatMap((a, i) =>
    people.slice(i + 1).map((b) => {
      const [ofA, ofB] = [by.get(a)!, by.get(b)!];
      const both = [...ofA.keys()].filter((position) => ofB.has(position)).toSorted((x, y) => x - y);
      const differ = both.filter((position) => ofA.get(position) !== ofB.get(position));
      return { a, b, ...agreement(both.map((at) => [ofA.get(at)!, ofB.get(at)!])), differ };
    }),
  );
}

/** An audit with what was drawn, what people marked, and what follows from it. */
export function getAudit(ctx: ServiceContext, { id }: AuditInput): AuditView {
  const audit = requireAudit(ctx, id);
  const { id: runId, name } = requireAuditedRun(ctx, audit.runId);
  const [{ line, estimates }] = auditSums(ctx, [audit]);
  const marks = selectAuditMarks(ctx.db, id);
  const byPosition = Map.groupBy(marks, ({ position }) => position);
  const sizes = (strata: typeof audit.strata) => strata.reduce((sum, { size }) => sum + size, 0);
  return {
    ...line,
    run: { id: runId, name },
    threshold: audit.threshold,
    seed: audit.seed,
    at: audit.at,
    by: audit.by,
    population: {
      n: sizes(audit.strata),
      accepted: sizes(audit.strata.filter(({ accepted }) => accepted)),
      unrewarded: audit.unrewarded,
    },
    items: selectAuditItems(ctx.db, id).map(({ position, step, key, place, reward, length, stratum }) => ({
      position,
      step,
      key,
      place,
      reward,
      length,
      accepted: audit.strata[stratum].accepted,
      marks: (byPosition.get(position) ?? []).map(({ by, right }) => ({ by, right })),
    })),
    estimates,
    agreements: agreementsOf(line.people, marks),
  };
}
