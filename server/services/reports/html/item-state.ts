import type { ReportAnswer } from "../../../contracts/reports/report-answer.ts";

/**
 * What a query of a report says, and how it stands to what was published. `now` is what the same query gives at this
 * moment, where that was asked; `live` items were never published.
 */
export interface ItemState {
  index: number;
  query: string;
  digest: string;
  status: "live" | "frozen" | "drifted" | "gone" | "error";
  answer: ReportAnswer;
  now: ReportAnswer | null;
  /** When the shown answer was frozen, UTC ms; null for a live one. */
  frozenAt: number | null;
  /** Whether the query was asked again: on a share page and in a file it was not. */
  checked: boolean;
  /** Names of runs the answer used that are no longer in the store. */
  lost: string[];
}
