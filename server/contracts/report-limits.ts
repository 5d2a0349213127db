import type { NameRule } from "../../workers/protocol/names.ts";

/** Characters a report may hold. Beyond it a text is data, and belongs in a file. */
export const LONGEST_MARKDOWN = 200_000;

export const REPORT_TITLE: NameRule = { what: "A title", most: 200, missing: "Give the report a title." };
