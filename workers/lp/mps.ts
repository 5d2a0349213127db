import type { LpModel } from "./model.ts";
import { buildModel, emptyDraft, IGNORED, MAX_CELLS, type MpsDraft, OBJECTIVE } from "./mps-draft.ts";
import { MpsError, type MpsLine, readName, readNumber, refuse } from "./mps-line.ts";
import { readBoundLine, readRange, readRhs, SetName } from "./mps-limits.ts";

/** A line of ROWS: sense and name. The first N row is the objective, further ones are read over. */
function readRow(draft: MpsDraft, line: MpsLine): void {
  if (line.fields.length !== 2) refuse(line, "a row is a sense and a name without blanks");
  const [sense, name] = line.fields;
  if (draft.rows.has(name)) refuse(line, `row "${name}" is declared twice`);
  switch (sense) {
    case "N":
      draft.rows.set(name, draft.objectiveName === null ? OBJECTIVE : IGNORED);
      draft.objectiveName ??= name;
      return;
    case "L":
    case "G":
    case "E":
      draft.rows.set(name, draft.rowNames.length);
      draft.rowNames.push(name);
      draft.senses.push(sense);
      return;
    default:
      refuse(line, `"${sense}" is not a row sense; it is one of N, L, G, E`);
  }
}

/** Reads COLUMNS, which needs to remember the column it is in and the integer markers around it. */
class ColumnReader {
  private readonly draft: MpsDraft;
  private integer = false;
  private current = -1;
  /** Rows that already have an entry in the current column. */
  private seen = new Set<string>();

  constructor(draft: MpsDraft) {
    this.draft = draft;
  }

  read(line: MpsLine): void {
    if (line.fields[1] === "'MARKER'") this.readMarker(line);
    else this.readEntries(line);
  }

  /** Call at the end of the section. */
  finish(line: MpsLine): void {
    if (this.integer) refuse(line, "the marker 'INTORG' has no 'INTEND'");
  }

  private readMarker(line: MpsLine): void {
    const kind = line.fields[2];
    if (line.fields.length !== 3 || (kind !== "'INTORG'" && kind !== "'INTEND'"))
      refuse(line, "a marker line is a name, 'MARKER' and 'INTORG' or 'INTEND'");
    const opens = kind === "'INTORG'";
    if (opens === this.integer)
      refuse(line, opens ? "'INTORG' inside 'INTORG'" : "'INTEND' without 'INTORG'");
    this.integer = opens;
  }

  private readEntries(line: MpsLine): void {
    const { draft } = this;
    const { fields } = line;
    if (fields.length !== 3 && fields.length !== 5)
      refuse(line, "a line is a column and one or two pairs of row and coefficient");
    const column = this.enter(line, fields[0]);
    for (let k = 1; k < fields.length; k += 2) {
      const row = readName(line, draft.rows, fields[k], "row");
      const value = readNumber(line, fields[k + 1], `the coefficient of ${fields[0]} in ${fields[k]}`);
      if (this.seen.has(fields[k]))
        refuse(line, `column "${fields[0]}" has a second coefficient in row "${fields[k]}"`);
      this.seen.add(fields[k]);
      if (row === OBJECTIVE) draft.cost[column] = value;
      else if (row !== IGNORED) draft.entries.push({ row, column, value });
    }
  }

  private enter(line: MpsLine, name: string): number {
    const { draft } = this;
    const known = draft.columns.get(name);
    if (known !== undefined) {
      if (known !== this.current)
        refuse(line, `column "${name}" appears again; all lines of a column must stand together`);
      return known;
    }
    const column = draft.columns.size;
    if ((column + 1) * draft.rowNames.length > MAX_CELLS)
      refuse(line, `the model is too large: more than ${MAX_CELLS} cells (rows times columns)`);
    draft.columns.set(name, column);
    draft.cost.push(0);
    draft.integer.push(this.integer);
    this.current = column;
    this.seen = new Set();
    return column;
  }
}

/** Sections in the order in which they must stand; those after COLUMNS may be missing. */
const ORDER = ["NAME", "OBJSENSE", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA"];
const NO_SECTION = "before the first section";

function readSense(draft: MpsDraft, line: MpsLine, word: string): void {
  if (/^max(imi[sz]e)?$/i.test(word)) draft.maximize = true;
  else if (/^min(imi[sz]e)?$/i.test(word)) draft.maximize = false;
  else refuse(line, `"${word.slice(0, 40)}" is not a sense; it is MIN or MAX`);
}

/** Follows the order of the sections and knows which one a line belongs to. */
class Sections {
  current = NO_SECTION;
  private readonly seen = new Set<string>();

  enter(line: MpsLine): void {
    const name = line.fields[0];
    const place = ORDER.indexOf(name);
    if (place < 0)
      refuse(line, `unknown section "${name.slice(0, 40)}"; lines of data must start with a blank`);
    if (this.seen.has(name)) refuse(line, `section ${name} appears twice`);
    if (place < ORDER.indexOf(this.current))
      refuse(line, `section ${name} must stand before ${this.current}`);
    this.seen.add(name);
    this.current = name;
    for (const needed of ["ROWS", "COLUMNS"])
      if (place > ORDER.indexOf(needed) && !this.seen.has(needed))
        refuse(line, `section ${needed} is missing before ${name}`);
  }
}

/** Fields on the line of a section's name: NAME takes a title, OBJSENSE may carry its word, others stand alone. */
function readHeading(draft: MpsDraft, line: MpsLine): void {
  const [section, ...rest] = line.fields;
  if (section === "NAME") draft.name = rest[0] ?? "";
  else if (section === "OBJSENSE" && rest.length === 1) readSense(draft, line, rest[0]);
  else if (rest.length > 0)
    refuse(line, `nothing may follow the section name ${section}; lines of data must start with a blank`);
}

/**
 * Reads a model in free MPS format, or in fixed format where no name holds a blank. Strict: what is not plainly right is
 * refused with its line, because a misread model makes every later figure wrong in silence.
 *
 * Sides that a file leaves open get the format's rules, for integer columns too (no implied upper bound of 1).
 * @throws {MpsError} with the line, the section and what is wrong.
 */
export function readMps(text: string): LpModel {
  const draft = emptyDraft();
  const sections = new Sections();
  const columns = new ColumnReader(draft);
  const rhsSet = new SetName();
  const rangeSet = new SetName();
  const boundSet = new SetName();
  const rhsSeen = new Set<string>();
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  for (let k = 0; k < lines.length; k++) {
    const raw = lines[k];
    if (raw.startsWith("*") || raw.trim() === "") continue;
    const line: MpsLine = { number: k + 1, section: sections.current, fields: raw.trim().split(/\s+/) };
    if (sections.current === "ENDATA") refuse(line, "there is text after ENDATA");
    if (!/^\s/.test(raw)) {
      if (sections.current === "COLUMNS") columns.finish(line);
      sections.enter(line);
      readHeading(draft, line);
      continue;
    }
    switch (sections.current) {
      case "OBJSENSE":
        if (line.fields.length !== 1) refuse(line, "the sense is one word, MIN or MAX");
        readSense(draft, line, line.fields[0]);
        break;
      case "ROWS":
        readRow(draft, line);
        break;
      case "COLUMNS":
        columns.read(line);
        break;
      case "RHS":
        readRhs(draft, line, rhsSet, rhsSeen);
        break;
      case "RANGES":
        readRange(draft, line, rangeSet);
        break;
      case "BOUNDS":
        readBoundLine(draft, line, boundSet);
        break;
      default:
        refuse(line, "a line of data where a section name must stand");
    }
  }
  if (sections.current !== "ENDATA")
    throw new MpsError(lines.length, sections.current, "the file ends without ENDATA; it may be cut off");
  return buildModel(draft, lines.length);
}
