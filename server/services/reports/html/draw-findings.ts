import { severityOf } from "../../../contracts/finding.ts";
import type { FindingsAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { plural } from "../../../wording/counts.ts";
import { beginSentence } from "../../../wording/typography.ts";
import { folded, h } from "./element.ts";

const list = (sentences: string[]): ReportNode[] =>
  sentences.length === 0
    ? []
    : [
        h(
          "ul",
          { class: "r-words" },
          sentences.map((s) => h("li", {}, s)),
        ),
      ];

type Said = FindingsAnswer["findings"][number];

/** Rule, severity and what it says, as one line of text. */
export const findingText = ({ rule, severity, claim, evidence }: Said): string =>
  `${rule} (${severityOf({ severity })}): ${claim} ${evidence}`;

/** What is said of each configuration, folded under what is said of all. */
function eachOf({ each = [] }: Said): ReportNode | null {
  if (each.length === 0) return null;
  return folded(
    "one by one",
    each.map(({ of, words }) => h("p", {}, of === null ? null : h("b", {}, `${of}: `), words)),
  );
}

/** What objects, each in the margin beside the figure that it is about. */
function margin(findings: Said[]): ReportNode[] {
  if (findings.length === 0) return [h("aside", { class: "r-mn" }, "No check objects.")];
  return findings.map((one) =>
    h(
      "aside",
      { class: "r-mn", "data-severity": severityOf(one) },
      // Of several configurations the evidence says where it holds; of one it is the numbers behind the claim.
      h(
        "p",
        {},
        h("b", {}, `${beginSentence(severityOf(one))} ${one.rule}. `),
        one.claim,
        one.each ? ` ${one.evidence}` : null,
      ),
      one.each ? eachOf(one) : folded("evidence", [h("p", {}, one.evidence)]),
    ),
  );
}

/** The one answer of a report stands as a paragraph; several are a list. */
const lead = (answers: string[]): ReportNode[] =>
  answers.length === 1 ? [h("p", { class: "r-lead" }, answers[0])] : list(answers);

/** Method and power of each metric in full, one press away. */
const inFull = (sentences: string[]): ReportNode[] =>
  sentences.length === 0
    ? []
    : [
        folded(
          plural(sentences.length, "in full, with its method", "each metric in full, with its method"),
          list(sentences),
        ),
      ];

/** What separates, what objects and what was not counted. A publication of before has its verdicts alone. */
export function drawFindings({ say, answers, verdicts, findings, leftOut }: FindingsAnswer): ReportNode[] {
  if (say === "checks") return margin(findings);
  const words = answers ? (say === "answer" ? lead(answers) : list(answers)) : list(verdicts);
  return [
    ...words,
    ...(answers ? inFull(verdicts) : []),
    ...list(findings.map(findingText)),
    ...(leftOut.length > 0
      ? [h("p", { class: "r-note" }, leftOut.map((l) => `Not counted: ${l}.`).join(" "))]
      : []),
  ];
}
