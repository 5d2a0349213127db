/** Characters a report may hold. Beyond it a text is data, and belongs in a file. */
export const LONGEST_MARKDOWN = 200_000;
export const LONGEST_TITLE = 200;
