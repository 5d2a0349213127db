import { selectRun } from "#db/queries/runs.ts";
import { z } from "zod";
import { idSchema } from "../../../contracts/ids.ts";
import type { AuditAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { ServiceError } from "../../../errors.ts";
import {
  agreementWords,
  AUDIT_METHOD,
  auditedWords,
  auditScope,
  errorRows,
  writeAudited,
} from "../../../wording/audits.ts";
import { writeCount } from "../../../wording/counts.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import { getAudit } from "../../audits/get.ts";
import { auditOfRuns } from "../../audits/lines.ts";
import { digestOf } from "../answers/digest.ts";
import type { Answered, Reading } from "../answers/reading.ts";
import { pipeTable } from "../export/pipe-table.ts";
import { head, table } from "../html/draw-table.ts";
import { h } from "../html/element.ts";
import type { ReportBlock } from "./report-block.ts";

/** The newest audit of a run's verifier: its errors, and the corrected success beside the measured one. */
const AuditQuery = z.strictObject({ kind: z.literal("audit"), run: idSchema("run") });

export type AuditQuery = z.infer<typeof AuditQuery>;

/** Answers the newest audit of a run that corrects its success. Who marked is a number: a report may be shared. */
function answerAudit({ ctx, at }: Reading, query: AuditQuery): Answered<AuditAnswer> {
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

/** "Corrected success 36 % [29, 44], audited, n = 50; measured 41 % of 1,200 completions." */
const auditSentence = (answer: AuditAnswer): string =>
  `Corrected success ${writeAudited(answer.corrected, answer.n)}, ${auditedWords(answer)}; measured ${writeAudited({ value: answer.measured }, answer.n)} of ${writeCount(answer.population)} completions.`;

/** What the verifier gets wrong: a row for each share, a column for each person. */
function auditTable({ estimates }: AuditAnswer): { heads: string[]; rows: string[][] } {
  const byPerson = estimates.map(errorRows);
  return {
    heads: ["Share", "Of", ...estimates.map(({ by, n }) => `${by}, n = ${writeWhole(n)}`)],
    rows: byPerson[0].map(({ name, what }, i) => [
      name,
      what.replace(/^of /, ""),
      ...byPerson.map((rows) => writeAudited(rows[i].share, rows[i].n)),
    ]),
  };
}

const auditAgreements = ({ agreements }: AuditAnswer): string[] =>
  agreements.map((one) => `${one.a} and ${one.b}: ${agreementWords(one)}.`);

/** The corrected success beside the measured one, and the errors of the verifier. */
export function drawAudit(answer: AuditAnswer): ReportNode[] {
  const { heads, rows } = auditTable(answer);
  return [
    h("p", { class: "r-note" }, auditSentence(answer)),
    table(
      "Errors of the verifier",
      heads.map((title, i) => head(title, "", i > 1)),
      rows.map(([name, ...cells]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, name),
          ...cells.map((cell, i) => h("td", { class: i === 0 ? null : "num" }, cell)),
        ),
      ),
    ),
    ...auditAgreements(answer).map((message) => h("p", { class: "r-note" }, message)),
  ];
}

function auditText(answer: AuditAnswer): string {
  const { heads, rows } = auditTable(answer);
  return [auditSentence(answer), pipeTable(heads, rows), ...auditAgreements(answer)].join("\n\n");
}

export const AUDIT: ReportBlock<AuditQuery, AuditAnswer> = {
  query: AuditQuery,
  gives: "audit",
  answer: answerAudit,
  draw: drawAudit,
  text: auditText,
  counted: () => null,
};
