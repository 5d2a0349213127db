import {
  boundsOf,
  found,
  isNumber,
  overlap,
  type PlacedCell,
  type Quantity,
  type TableRule,
} from "./table-rule.ts";

const STATED =
  /\b(stated|claimed|documented|planned|announced|reported|specified)\b|^(?:.*\b(?:in|by|from|per) (?:the )?)?(readme|documentation|docs?|plan|paper|report|abstract|spec)$/i;
const ACTUAL =
  /\b(actual(ly)?|real|counted|recomputed|measured|committed|implemented)\b|^(?:.*\b(?:in|by|from|on|per) (?:the )?)?(code|files?|disk|repo(sitory)?|database|logs?)$/i;
const MOST_WORDS = 5;
const isShort = (name: string): boolean => name.split(/\s+/).length <= MOST_WORDS;
const isStated = (name: string): boolean => isShort(name) && STATED.test(name) && !ACTUAL.test(name);
const isActual = (name: string): boolean => isShort(name) && ACTUAL.test(name) && !STATED.test(name);
const VERSION = /^v\d+$/i;

/** A name of a source: what it says beside another one is meant to be the same. */
export const isSource = (name: string): boolean =>
  isStated(name) || isActual(name) || VERSION.test(name.trim());

/** Columns that tell of the same thing from two sources: what is said, and what is there; or two versions. */
function pairsOf(quantities: readonly Quantity[]): [Quantity, Quantity, isVersion: boolean][] {
  const stated = quantities.filter(({ name }) => isStated(name));
  const actual = quantities.filter(({ name }) => isActual(name));
  const versions = quantities.filter(({ name }) => VERSION.test(name.trim()));
  const apart = versions.slice(1).map((one, i): [Quantity, Quantity, boolean] => [versions[i], one, true]);
  return [
    ...stated.flatMap((a) => actual.map((b): [Quantity, Quantity, boolean] => [a, b, false])),
    ...apart,
  ];
}

/** "yes" and "✓" against a dash: of what is only there or not, a dash says that it is not. */
const isPresence = ({ cells }: Quantity): boolean =>
  cells.every(({ cell }) => cell.kind === "empty" || cell.mark !== null);

function differ(a: PlacedCell, b: PlacedCell, arePresences: boolean): boolean {
  if (arePresences) return (a.cell.mark ?? "missed") !== (b.cell.mark ?? "missed");
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
        b.cells[i] && differ(cell, b.cells[i], isPresence(a) && isPresence(b))
          ? [
              found(
                "table/sources-disagree",
                // Words may say the same otherwise.
                isVersion || (cell.cell.kind === "text" && cell.cell.mark === null) ? "info" : "warning",
                `${entries[i]}: ${cell.cell.text || "nothing"} (${a.name}), but ${b.cells[i].cell.text || "nothing"} (${b.name}).`,
                [cell, b.cells[i]],
              ),
            ]
          : [],
      ),
    );
  },
};
