/** What severities were called before, as in what was stored or published then. */
const FORMER: Readonly<Record<string, string>> = { note: "info", caution: "warning", objection: "error" };

/** A severity under the name that it has now; what is none stays as it is. */
export const severityNow = (word: unknown): unknown =>
  typeof word === "string" ? (FORMER[word] ?? word) : word;
