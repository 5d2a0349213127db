/** Why a text is not an MPS model we can trust. The message names the line, the section and what to change. */
export class MpsError extends Error {
  readonly code = "MPS";
  /** Line of the text, from 1. */
  readonly line: number;

  constructor(line: number, section: string, complaint: string) {
    super(`line ${line}, ${section}: ${complaint}`);
    this.name = "MpsError";
    this.line = line;
  }
}

/** Numbers of this size and more mean infinity to Gurobi and HiGHS alike, so they are never data. */
const INFINITE = 1e20;
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const INFINITY_WORD = /^([+-]?)inf(inity)?$/i;

/** One line of data: its fields, and where it stands, for complaints. */
export interface MpsLine {
  number: number;
  section: string;
  fields: string[];
}

/** Refuses the line. */
export function refuse(line: MpsLine, complaint: string): never {
  throw new MpsError(line.number, line.section, complaint);
}

function shown(text: string): string {
  return text.length > 40 ? `"${text.slice(0, 40)}..."` : `"${text}"`;
}

/** A finite decimal number; -0 is read as 0. Words, NaN, hexadecimal and anything that counts as infinite are refused. */
export function readNumber(line: MpsLine, text: string, what: string): number {
  if (!DECIMAL.test(text)) refuse(line, `${what} is ${shown(text)}, which is not a decimal number`);
  const value = Number(text) + 0;
  if (Math.abs(value) >= INFINITE)
    refuse(line, `${what} is ${text}; numbers of 1e20 and more count as infinite`);
  return value;
}

/** A bound: a decimal number or an infinity, written as a word or as a number of 1e20 and more. */
export function readBound(line: MpsLine, text: string, what: string): number {
  const word = INFINITY_WORD.exec(text);
  if (word) return word[1] === "-" ? -Infinity : Infinity;
  if (!DECIMAL.test(text)) refuse(line, `${what} is ${shown(text)}, which is not a decimal number`);
  const value = Number(text) + 0;
  return Math.abs(value) >= INFINITE ? Math.sign(value) * Infinity : value;
}

/** Index of a name, or a refusal that says what kind of name it is. */
export function readName(
  line: MpsLine,
  index: ReadonlyMap<string, number>,
  name: string,
  kind: string,
): number {
  const found = index.get(name);
  if (found === undefined) refuse(line, `unknown ${kind} ${shown(name)}`);
  return found;
}
