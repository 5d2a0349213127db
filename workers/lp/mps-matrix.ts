import { IGNORED, MAX_CELLS, OBJECTIVE, type MpsDraft } from "./mps-draft.ts";
import { readName, readNumber, refuse, type MpsLine } from "./mps-line.ts";

/** A line of ROWS: sense and name. The first N row is the objective, further ones are read over. */
export function readRow(draft: MpsDraft, line: MpsLine): void {
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
export class ColumnReader {
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
