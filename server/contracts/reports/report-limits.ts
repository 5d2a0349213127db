import type { NameRule } from "../../../workers/protocol/names.ts";

/**
 * Characters a report may hold, some twenty pages. Beyond it a text is data, and belongs in a file: reading and drawing it
 * takes the process that also takes points, for 0.7 s and more with 200,000 of them.
 */
export const LONGEST_MARKDOWN = 50_000;
/** Queries a report may hold at most; a report is read by people. */
export const MOST_QUERIES = 200;
/** Formulas that are set; each takes as long as a page of plain words. Further ones stand as their source. */
export const MOST_FORMULAS = 500;

export const REPORT_TITLE: NameRule = { what: "A title", most: 200, missing: "Give the report a title." };

/** Earlier texts of a report that are kept; the oldest goes first. */
export const MOST_DRAFTS = 100;
