import type { Finding } from "../../contracts/finding.ts";
import { objection } from "../rule.ts";

/** Stands in place of findings that are not there yet. */
const RULE = "pending";

/** What is said of a run whose points the rules have not all seen. */
export const BEING_COMPUTED: Finding = objection(
  {
    id: RULE,
    name: "Checks are being computed",
    family: "run health",
    formula: "",
    threshold: "",
    source: "",
    why: "",
    action: "Wait for them before you read its numbers.",
  },
  "info",
  { claim: "Checks are being computed.", evidence: "The run has many points." },
);

/** Whether this says that findings are not there yet. */
export const isBeingComputed = ({ rule }: Pick<Finding, "rule">): boolean => rule === RULE;
