import { findHidden, isVisible, writeOut } from "./visible-text.ts";

/** What a name of one kind of thing has to keep. Every one of them holds only characters that can be seen. */
export interface NameRule {
  /** "The title of a panel", as a sentence begins. */
  what: string;
  /** Longest name, in UTF-16 code units. */
  most: number;
  /** What is said of a name in which nothing can be seen; null where there need be none. */
  missing: string | null;
}

/** What is wrong with a name, as one sentence; null where it may be used. Blanks around it do not count. */
export function nameIssue(text: string, { what, most, missing }: NameRule): string | null {
  const name = text.trim();
  if (name.length > most) return `${what} has at most ${most} characters.`;
  const hidden = findHidden(name);
  if (hidden)
    return `${what} holds only characters that can be seen; character ${hidden.place} is ${hidden.words}.`;
  return isVisible(name) || (name === "" && missing === null) ? null : (missing ?? `${what} shows nothing.`);
}

export const WORKER_NAME: NameRule = {
  what: "The name of a worker",
  most: 120,
  missing: "Give the worker a name.",
};

export const LONGEST_METRIC_NAME = 256;

/** What is wrong with the name of a metric. `limit` is the number it had to keep, where there is one. */
export interface MetricNameIssue {
  message: string;
  limit: number | null;
}

/**
 * The one rule for names of metrics, at every door by which points come. A name is stored as it is given, blanks around it
 * included, so that what a trainer sends is what it finds.
 */
export function metricNameIssue(name: string): MetricNameIssue | null {
  if (name === "") return { message: "A metric has an empty name.", limit: 1 };
  if (name.length > LONGEST_METRIC_NAME)
    return {
      message: `The name of a metric has at most ${LONGEST_METRIC_NAME} characters; "${writeOut(name.slice(0, 40))}…" has ${name.length}.`,
      limit: LONGEST_METRIC_NAME,
    };
  if (!isVisible(name) && name.isWellFormed())
    return {
      message: `A metric has a name of spaces or invisible characters only, ${quoted(name)}. Give it one that can be read.`,
      limit: null,
    };
  const hidden = findHidden(name);
  if (!hidden) return null;
  return {
    message: `The name of a metric has no control characters, no invisible ones, none that turn the direction of text and no halves of characters; ${quoted(name)} has ${hidden.words} as character ${hidden.place}.`,
    limit: null,
  };
}

/** A name in quotes with everything in it seen, so that it cannot turn the message that it stands in. */
const quoted = (name: string): string => writeOut(JSON.stringify(name));
