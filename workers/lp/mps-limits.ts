import { IGNORED, OBJECTIVE, type MpsDraft } from "./mps-draft.ts";
import { readBound, readName, readNumber, refuse, type MpsLine } from "./mps-line.ts";

/** The one set of right-hand sides, ranges or bounds that a file may hold, by the name its first line gave. */
export class SetName {
  private name: string | null = null;

  /** Null means that a line left the name out. */
  check(line: MpsLine, name: string | null): void {
    if (name === null) return;
    this.name ??= name;
    if (this.name !== name) refuse(line, `a second set "${name}" after "${this.name}"; a file may hold one`);
  }
}

/** Pairs of row and number after an optional set name, as in RHS and RANGES. */
function pairsOf(line: MpsLine, set: SetName): [string, string][] {
  const { fields } = line;
  if (fields.length < 2 || fields.length > 5) refuse(line, "a line is one or two pairs of row and number");
  const start = fields.length % 2;
  set.check(line, start === 1 ? fields[0] : null);
  const pairs: [string, string][] = [];
  for (let k = start; k < fields.length; k += 2) pairs.push([fields[k], fields[k + 1]]);
  return pairs;
}

/** A line of RHS. A value for the objective is minus the objective's constant. */
export function readRhs(draft: MpsDraft, line: MpsLine, set: SetName, seen: Set<string>): void {
  for (const [name, text] of pairsOf(line, set)) {
    const row = readName(line, draft.rows, name, "row");
    const value = readNumber(line, text, `the right-hand side of ${name}`);
    if (seen.has(name)) refuse(line, `row "${name}" has a second right-hand side`);
    seen.add(name);
    if (row === OBJECTIVE) draft.offset = 0 - value;
    else if (row !== IGNORED) draft.rhs[row] = value;
  }
}

/** A line of RANGES. */
export function readRange(draft: MpsDraft, line: MpsLine, set: SetName): void {
  for (const [name, text] of pairsOf(line, set)) {
    const row = readName(line, draft.rows, name, "row");
    const value = readNumber(line, text, `the range of ${name}`);
    if (row < 0) refuse(line, `row "${name}" is an N row; it cannot have a range`);
    if (draft.ranges[row] !== undefined) refuse(line, `row "${name}" has a second range`);
    draft.ranges[row] = value;
  }
}

const WITH_VALUE = new Set(["UP", "LO", "FX", "LI", "UI"]);
const WITHOUT_VALUE = new Set(["FR", "MI", "PL", "BV"]);

/** Set name, column and value of a bound line; the set name may be missing, and so may a value that means nothing. */
function boundFields(draft: MpsDraft, line: MpsLine): { set: string | null; column: string; value: string } {
  const [type, ...rest] = line.fields;
  if (WITH_VALUE.has(type)) {
    if (rest.length === 3) return { set: rest[0], column: rest[1], value: rest[2] };
    if (rest.length === 2) return { set: null, column: rest[0], value: rest[1] };
    refuse(line, `a bound ${type} is an optional set, a column and a value`);
  }
  if (!WITHOUT_VALUE.has(type))
    refuse(line, `bound type "${type}" is not supported; it is one of UP, LO, FX, FR, MI, PL, BV, LI, UI`);
  if (rest.length === 1) return { set: null, column: rest[0], value: "" };
  if (rest.length === 3) return { set: rest[0], column: rest[1], value: "" };
  if (rest.length !== 2) refuse(line, `a bound ${type} is an optional set and a column`);
  const named = draft.columns.has(rest[1]);
  return named ? { set: rest[0], column: rest[1], value: "" } : { set: null, column: rest[0], value: "" };
}

function setSide(
  line: MpsLine,
  side: (number | undefined)[],
  column: number,
  value: number,
  what: string,
): void {
  if (side[column] !== undefined) refuse(line, `a second ${what} for the same column`);
  if (value === (what === "lower bound" ? Infinity : -Infinity))
    refuse(line, `the ${what} is infinite on the wrong side: no value could satisfy it`);
  side[column] = value;
}

/** A line of BOUNDS. Each side of a column may be set once. */
export function readBoundLine(draft: MpsDraft, line: MpsLine, set: SetName): void {
  const type = line.fields[0];
  const given = boundFields(draft, line);
  set.check(line, given.set);
  const column = readName(line, draft.columns, given.column, "column");
  const number = () => readBound(line, given.value, `the bound ${type} of ${given.column}`);
  const low = (value: number) => setSide(line, draft.lower, column, value, "lower bound");
  const high = (value: number) => setSide(line, draft.upper, column, value, "upper bound");
  switch (type) {
    case "UP":
    case "UI":
      high(number());
      break;
    case "LO":
    case "LI":
      low(number());
      break;
    case "FX": {
      const value = readNumber(line, given.value, `the bound FX of ${given.column}`);
      low(value);
      high(value);
      break;
    }
    case "FR":
      low(-Infinity);
      high(Infinity);
      break;
    case "MI":
      low(-Infinity);
      break;
    case "PL":
      high(Infinity);
      break;
    case "BV":
      low(0);
      high(1);
  }
  if (type === "BV" || type === "LI" || type === "UI") draft.integer[column] = true;
}
