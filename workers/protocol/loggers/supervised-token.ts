/** The run that a witness began, as the loggers of its command are told of it. */
export interface SupervisedRun {
  experiment: string;
  key: string;
  /** What a person gave to the witness, so that the program's own word does not count: "experiment", "name". */
  given: readonly string[];
}

/** Hexadecimal digits before the dash: names of 200 characters, each of them four bytes. */
const MOST_DIGITS = 4096;

/**
 * A token for loggers that know nothing of a witness and hand on nothing but their token: the run stands before a dash, the
 * token behind it. wandb of every version takes a word of any length before the dash, and 40 characters behind it.
 */
export function tokenForSupervised(token: string, { experiment, key, given }: SupervisedRun): string {
  const bytes = new TextEncoder().encode(JSON.stringify([experiment, key, ...given]));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.length > MOST_DIGITS ? token : `${digits}-${token}`;
}

/** Such a token in its two parts; `witnessed` is null for a token that names no run. What names one opens nothing more. */
export function readSupervised(text: string): { token: string; witnessed: SupervisedRun | null } {
  const [, digits, token] = /^((?:[0-9a-f]{2})+)-(.*)$/s.exec(text) ?? [];
  if (token === undefined) return { token: text, witnessed: null };
  return { token, witnessed: digits.length > MOST_DIGITS ? null : runIn(digits) };
}

function runIn(digits: string): SupervisedRun | null {
  try {
    const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    const said: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (!Array.isArray(said) || !said.every((word) => typeof word === "string")) return null;
    const [experiment, key, ...given] = said;
    return experiment && key ? { experiment, key, given } : null;
  } catch {
    return null;
  }
}
