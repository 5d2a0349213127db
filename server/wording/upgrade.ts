import type { UpgradeStep } from "../contracts/housekeeping/upgrade-step.ts";
import { writeCount } from "./counts.ts";

const outOf = ({ number, of }: { number: number; of: number }) =>
  `${writeCount(number)} of ${writeCount(of)}`;

function writeStep(step: UpgradeStep): string {
  switch (step.kind) {
    case "copy":
      return "it is copied first";
    case "migration":
      return `migration ${outOf(step)}`;
    case "points":
      return `the points of series ${outOf(step)} are stored in the new form`;
    case "rewrite":
      return "its file is written anew";
    case "checksums":
      return "checksums of its pages are made";
  }
}

/** What a start does with the database of an older version, for a terminal, a page and an answer. */
export const writeUpgrade = (step: UpgradeStep): string =>
  `The database is being upgraded to this version: ${writeStep(step)}.`;
