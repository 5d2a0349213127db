import { selectRun } from "#db/queries/runs.ts";
import type { AuditAnswer } from "../../../contracts/reports/report-answer.ts";
import type { AuditQuery } from "../../../contracts/reports/report-query.ts";
import { ServiceError } from "../../../errors.ts";
import { AUDIT_METHOD, auditScope } from "../../../wording/audits.ts";
import { getAudit } from "../../audits/get.ts";
import { auditOfRuns } from "../../audits/lines.ts";
import { digestOf } from "./digest.ts";
import type { Answered, Reading } from "./reading.ts";

/** Answers the newest audit of a run that corrects its success. Who marked is a number: a report may be shared. */
export function answerAudit({ ctx, at }: Reading, query: AuditQuery): Answered {
  const run = selectRun(ctx.db, query.run);
  if (!run) throw new ServiceError("not_found", `There is no run ${query.run}. It may have been deleted.`);
  const line = auditOfRuns(ctx, [run.id]).get(run.id);
  if (!line?.corrected)
    throw new ServiceError(
      "conflict",
      `No audit corrects the success of ${run.name} yet: mark completions that its verifier accepts and completions that it rejects.`,
    );
  const { population, estimates, agreements, people } = getAudit(ctx, { id: line.id });
  const personOf = new Map(people.map((by, i) => [by, `Person ${i + 1}`]));
  const shown = {
    measured: line.measured,
    corrected: line.corrected,
    n: line.n,
    population: population.n,
    people: people.map((by) => personOf.get(by)!),
    estimates: estimates.map((one) => ({ ...one, by: personOf.get(one.by)! })),
    agreements: agreements.map((one) => ({ ...one, a: personOf.get(one.a)!, b: personOf.get(one.b)! })),
  };
  const answer: AuditAnswer = {
    kind: "audit",
    subject: `${run.name}, ${auditScope(line)}`,
    definition: "share of completions that are right, as people say who marked a sample",
    method: AUDIT_METHOD,
    runs: [{ id: run.id, name: run.name }],
    evaluations: [],
    source: "recomputed",
    computedAt: at,
    ...shown,
  };
  return { answer, digest: digestOf({ audit: line.id, ...shown }) };
}
