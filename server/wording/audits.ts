import type { AuditAgreement, AuditedShare, AuditEstimate, AuditLine } from "../contracts/rollouts/audit.ts";
import { countOf, writeOf } from "./counts.ts";
import { writeNumber, writeWhole } from "./numbers.ts";
import { quantityText } from "./quantities.ts";
import { NOT_MEASURED } from "./typography.ts";

/** "36 % [29, 44]"; a dash where nothing is known. */
export const writeAudited = (
  share: (Pick<AuditedShare, "value"> & Partial<AuditedShare>) | null,
  n: number,
): string => (share === null ? NOT_MEASURED : quantityText({ ...share, unit: "share", n }));

/** "audited, n = 50", with how many people where these are several. */
export const auditedWords = ({ n, people }: Pick<AuditLine, "n" | "people">): string =>
  `audited, n = ${writeWhole(n)}${people.length > 1 ? `, ${countOf(people.length, "person", "people")}` : ""}`;

/** Which completions an audit is of: "evaluation, step 10", "training, all steps". */
export const auditScope = ({ phase, step }: Pick<AuditLine, "phase" | "step">): string =>
  `${phase === "eval" ? "evaluation" : "training"}, ${step === null ? "all steps" : `step ${writeWhole(step)}`}`;

/** What the verifier gets wrong, by the marks of one person: a name, what it is a share of, and the share. */
export function errorRows(
  of: AuditEstimate,
): { name: string; what: string; share: AuditedShare | null; n: number }[] {
  const { n, marked } = of;
  return [
    {
      name: "Accepted, but wrong",
      what: "of accepted completions",
      share: of.wrongOfAccepted,
      n: marked.accepted,
    },
    {
      name: "Rejected, but right",
      what: "of rejected completions",
      share: of.rightOfRejected,
      n: marked.rejected,
    },
    { name: "False positive rate", what: "of wrong completions", share: of.falsePositiveRate, n },
    { name: "False negative rate", what: "of right completions", share: of.falseNegativeRate, n },
    { name: "Corrected success", what: "of all completions", share: of.corrected, n },
  ];
}

/** "kappa 0.71, alike on 45 of 50"; without kappa where it says nothing. */
export const agreementWords = ({ kappa, alike, n }: AuditAgreement): string =>
  n === 0
    ? "no completion marked by both"
    : `${kappa === null ? "kappa not defined" : `Cohen's kappa ${writeNumber(kappa)}`}, ${writeOf(alike, n, "mark")} alike`;

/** How the numbers of an audit come about. */
export const AUDIT_METHOD =
  "Stratified by the verifier's verdict, reward and length, weighted by stratum size; Wilson intervals for what is accepted and rejected, rates after Begg and Greenes (1983), corrected success equal to Rogan and Gladen (1978), its 95 % interval after Zou and Donner (2008). Several people: mean of their values, widest bounds.";
