/** Characters of an experiment's title, the question it asks. */
export const LONGEST_QUESTION = 200;

/** What is wrong with a title, or null. */
export function questionIssue(title: string): string | null {
  return title.trim().length > LONGEST_QUESTION
    ? `A title has at most ${LONGEST_QUESTION} characters.`
    : null;
}
