import type { NotComparableReason, Reproduction } from "../contracts/reported/reproduction.ts";

const BECAUSE: Record<NotComparableReason, string> = {
  no_number: "no single number was reported",
  no_configuration: "no configuration here has this name",
  no_measurement: "it was not measured here",
  no_interval: "there are too few seeds for an interval",
  other_reward: "the reward function behind the reported value is not known",
  other_definition: "DA has several definitions, and the document's is not known",
  other_problems: "other problems were measured",
};

/** A verdict as pages and the command line say it. */
export const reproductionText = ({ verdict, because }: Reproduction): string =>
  verdict === "not_comparable"
    ? `cannot be compared${because ? `, because ${BECAUSE[because]}` : ""}`
    : verdict === "reproduced"
      ? "reproduced"
      : "not reproduced";
