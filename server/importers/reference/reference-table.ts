/** A table that one document prints, in our own words; its numbers are reported, and whose they are is said. */
export interface ReferenceTable {
  document: string;
  documentDate: string;
  title: string;
  /** Markdown. */
  text: string;
}

/** A table of a document of LLM-for-OR. */
export const ofLlmForOr = (
  document: string,
  documentDate: string,
  title: string,
  text: string,
): ReferenceTable => ({
  document: `LLM-for-OR, ${document}`,
  documentDate,
  title,
  text,
});
