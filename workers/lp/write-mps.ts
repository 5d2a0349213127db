import type { LpModel } from "./model.ts";

function checkedNames(kind: string, names: readonly string[]): void {
  for (const name of names)
    if (!/^\S+$/.test(name) || name === "'MARKER'")
      throw new Error(
        `The ${kind} name ${JSON.stringify(name)} cannot be written to an MPS file: it is empty or has blanks.`,
      );
}

/** Sense, right-hand side and range of a row, chosen so that reading gives both bounds back bit for bit. */
function rowForm(
  name: string,
  lower: number,
  upper: number,
): { sense: string; rhs: number; range: number | null } {
  if (lower === upper) return { sense: "E", rhs: lower, range: null };
  if (lower === -Infinity && upper < Infinity) return { sense: "L", rhs: upper, range: null };
  if (upper === Infinity && lower > -Infinity) return { sense: "G", rhs: lower, range: null };
  // Of the two, the form that starts at the bound of smaller magnitude is exact whatever upper - lower was rounded to.
  const range = upper - lower;
  if (lower < upper && upper - range === lower) return { sense: "L", rhs: upper, range };
  if (lower < upper && lower + range === upper) return { sense: "G", rhs: lower, range };
  throw new Error(`Row "${name}" with bounds ${lower} and ${upper} has no form in an MPS file.`);
}

function boundLines(name: string, lower: number, upper: number): string[] {
  const line = (type: string, value: number | string = "") => ` ${type} BND ${name} ${value}`.trimEnd();
  if (lower === -Infinity && upper === Infinity) return [line("FR")];
  if (lower === upper) return [line("FX", lower)];
  const lines: string[] = [];
  if (lower === -Infinity) lines.push(line("MI"));
  else if (lower !== 0 || upper < 0) lines.push(line("LO", lower));
  if (upper < Infinity) lines.push(line("UP", upper));
  return lines;
}

/**
 * A model as free MPS text that `readMps` reads back bit for bit. Throws for names with blanks and for rows that MPS cannot
 * express (no bound at all, or crossed bounds).
 */
export function writeMps(model: LpModel): string {
  checkedNames("row", model.rowNames);
  checkedNames("column", model.colNames);
  const objective = model.rowNames.includes("OBJ") ? "OBJ_" + model.rowNames.length : "OBJ";
  const rows: string[] = [];
  const rhs: string[] = [];
  const ranges: string[] = [];
  if (model.offset !== 0) rhs.push(` RHS ${objective} ${-model.offset}`);
  model.rowNames.forEach((name, i) => {
    const form = rowForm(name, model.rowLower[i], model.rowUpper[i]);
    rows.push(` ${form.sense} ${name}`);
    if (form.rhs !== 0) rhs.push(` RHS ${name} ${form.rhs}`);
    if (form.range !== null) ranges.push(` RNG ${name} ${form.range}`);
  });
  const columns: string[] = [];
  const bounds: string[] = [];
  let integer = false;
  model.colNames.forEach((name, j) => {
    if (Boolean(model.integer[j]) !== integer) {
      columns.push(` M${j} 'MARKER' ${integer ? "'INTEND'" : "'INTORG'"}`);
      integer = !integer;
    }
    columns.push(` ${name} ${objective} ${model.cost[j]}`);
    for (let i = 0; i < model.rowCount; i++) {
      const coefficient = model.A[i * model.colCount + j];
      if (coefficient !== 0) columns.push(` ${name} ${model.rowNames[i]} ${coefficient}`);
    }
    bounds.push(...boundLines(name, model.colLower[j], model.colUpper[j]));
  });
  if (integer) columns.push(" MEND 'MARKER' 'INTEND'");
  return [
    `NAME ${model.name}`.trimEnd(),
    `OBJSENSE ${model.maximize ? "MAX" : "MIN"}`,
    "ROWS",
    ` N ${objective}`,
    ...rows,
    "COLUMNS",
    ...columns,
    "RHS",
    ...rhs,
    ...(ranges.length > 0 ? ["RANGES", ...ranges] : []),
    "BOUNDS",
    ...bounds,
    "ENDATA",
    "",
  ].join("\n");
}
