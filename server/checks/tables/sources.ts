import {
  boundsOf,
  found,
  isNumber,
  overlap,
  type PlacedCell,
  type Quantity,
  type TableRule,
} from "./table-rule.ts";

const STATED = /\b(stated|claimed|documented|readme|docs?|plan(ned)?|paper|announced)\b/i;
const ACTUAL = /\b(actual(ly)?|code|files?|real|counted|recomputed|measured|committed)\b/i;
const VERSION = /^v\d+$/i;

/** Columns that tell of the same thing from two sources: what is said, and what is there; or two versions. */
function pairsOf(quantities: readonly Quantity[]): [Quantity, Quantity, isVersion: boolean][] {
  const stated = quantities.filter(({ name }) => STATED.test(name) && !ACTUAL.test(name));
  const actual = quantities.filter(({ name }) => ACTUAL.test(name) && !STATED.test(name));
  const versions = quantities.filter(({ name }) => VERSION.test(name.trim()));
  const apart = versions.slice(1).map((one, i): [Quantity, Quantity, boolean] => [versions[i], one, true]);
  return [
    ...stated.flatMap((a) => actual.map((b): [Quantity, Quantity, boolean] => [a, b, false])),
    ...apart,
  ];
}

function differ(a: PlacedCell, b: PlacedCell): boolean {
  if (a.cell.kind === "empty" || b.cell.kind === "empty") return false;
  if (isNumber(a) && isNumber(b) && a.cell.decimals === b.cell.decimals && !a.cell.approximate)
    return a.cell.value !== b.cell.value;
  if (isNumber(a) && isNumber(b)) return !overlap(boundsOf(a.cell), boundsOf(b.cell));
  return (
    a.cell.kind === "text" &&
    b.cell.kind === "text" &&
    a.cell.text.toLowerCase() !== b.cell.text.toLowerCase()
  );
}

/** What one source says, and another one does not bear out. */
export const sourcesDisagree: TableRule = {
  id: "table/sources-disagree",
  title: "Two sources that disagree",
  check({ entries, quantities }) {
    return pairsOf(quantities).flatMap(([a, b, isVersion]) =>
      a.cells.flatMap((cell, i) =>
        b.cells[i] && differ(cell, b.cells[i])
          ? [
              found(
                "table/sources-disagree",
                isVersion ? "info" : "warning",
                `${entries[i]}: ${cell.cell.text} (${a.name}), but ${b.cells[i].cell.text} (${b.name}).`,
                [cell, b.cells[i]],
              ),
            ]
          : [],
      ),
    );
  },
};
