import type { AuditAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { agreementWords, auditedWords, errorRows, writeAudited } from "../../../wording/audits.ts";
import { writeCount } from "../../../wording/counts.ts";
import { writeWhole } from "../../../wording/numbers.ts";
import { head, table } from "./draw-table.ts";
import { h } from "./element.ts";

/** "Corrected success 36 % [29, 44], audited, n = 50; measured 41 % of 1,200 completions." */
export const auditSentence = (answer: AuditAnswer): string =>
  `Corrected success ${writeAudited(answer.corrected, answer.n)}, ${auditedWords(answer)}; measured ${writeAudited({ value: answer.measured }, answer.n)} of ${writeCount(answer.population)} completions.`;

/** What the verifier gets wrong: a row for each share, a column for each person. */
export function auditTable({ estimates }: AuditAnswer): { heads: string[]; rows: string[][] } {
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

export const auditAgreements = ({ agreements }: AuditAnswer): string[] =>
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
