import { elementCount, elementName, type LpModel } from "../../lp/model.ts";
import type { Rng } from "../../math/rng.ts";
import type { Draft, Fault, FaultType } from "./fault.ts";

/**
 * What the rows and columns of a generated problem are called. neutral: c1, c2, ... and x1, x2, ... in the order of the model.
 * original: as the reports' generator named them, where an added row says which fault it belongs to. random: six hex digits.
 */
export type Names = "neutral" | "original" | "random";

/** Names of the `count` rows a fault adds, in their order, by what it is about (a row or the columns it limits). */
const ADDED_ROWS: Record<FaultType, (about: string, count: number) => string[]> = {
  A: () => [],
  B: (about, count) => Array<string>(count).fill(`_force_${about}`),
  C: (about) => [`_saboteur_lower_${about}`],
  D: (about, count) =>
    count === 1
      ? [`_saboteur_conflict_${about}`]
      : [...Array.from({ length: count - 1 }, (_, k) => `_chain_constr_${k + 1}`), "_chain_cycle"],
  E: (about) => [`_multi_constr_upper_${about}`, `_multi_constr_lower_${about}`],
  F: (about) => [`_hidden_link_${about}`, `_hidden_root_${about}`],
  G: (about, count) => [
    `_cascade_upper_${about}`,
    ...Array.from({ length: count - 2 }, (_, k) => `_cascade_link_${k + 1}_${about}`),
    `_cascade_lower_${about}`,
  ],
  H: (about) => [`_symptom_constr_${about}`],
  I: (about) => [`_optimal_lower_${about}`, `_optimal_upper_${about}`],
};

/** What names tell, in the order of `writeNameFeatures`; a name of no such form tells nothing. */
const NAME_CLASSES = [
  /^[cx]\d+$|^c_key_/,
  /^_saboteur_conflict_|^_chain_/,
  /^_(multi_constr|cascade|optimal)_|^_saboteur_(upper|lower)_/,
  /^_(force|symptom|hidden)_/,
];

/** Features by which a policy sees the class of a name; a multiple of 4, as the network asks. */
export const NAME_FEATURES = NAME_CLASSES.length;

/** Index of the class of a name, -1 for none. */
const nameClass = (name: string): number => NAME_CLASSES.findIndex((form) => form.test(name));

/** The classes of the names of all elements. */
export const nameClasses = (model: LpModel): Int8Array =>
  Int8Array.from({ length: elementCount(model) }, (_, element) => nameClass(elementName(model, element)));

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, k) => `${letter}${k + 1}`);

const subject = (
  { addedRows, reservedRows }: Fault,
  rowNames: readonly string[],
  colCount: number,
): string =>
  reservedRows.length > 0
    ? rowNames[reservedRows[0]]
    : Array.from(addedRows[0].coefficients.subarray(0, colCount), (a, j) => (a === 0 ? "" : `x${j + 1}`))
        .filter(Boolean)
        .join("_");

/** A second fault about the same columns gets a number, since names are how elements are told apart. */
function distinct(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  });
}

/** As the reports' generator named them, in the order of the draft: clean rows, the key pair, then what faults added. */
function originalRowNames(clean: Draft, faults: readonly Fault[]): string[] {
  const own = [...numbered("c", clean.rows.length - 2), "c_key_upper", "c_key_lower"];
  const added = faults.flatMap((fault) =>
    fault.addedRows.length === 0
      ? []
      : ADDED_ROWS[fault.type](subject(fault, own, clean.colCount), fault.addedRows.length),
  );
  return distinct([...own, ...added]);
}

function randomNames(letter: string, count: number, rng: Rng): string[] {
  const names = new Set<string>();
  while (names.size < count)
    names.add(
      `${letter}_${Math.floor(rng() * 0x1000000)
        .toString(16)
        .padStart(6, "0")}`,
    );
  return [...names];
}

/** Auxiliary columns are named after the fault that brought them. */
const auxiliaryNames = (faults: readonly Fault[]): string[] =>
  distinct(
    faults.flatMap(({ type, addedColumns }) =>
      addedColumns.map((_, k) => (type === "F" ? "_hidden_aux" : `_chain_var_${k + 1}`)),
    ),
  );

/**
 * Names of a generated problem's rows and columns, whose rows stand in `order` (position k holds row order[k] of the faulty
 * draft) and whose columns stand in `columnOrder`, by default as drafted. `rng` is read by random names only.
 */
export function nameElements(
  names: Names,
  clean: Draft,
  faults: readonly Fault[],
  order: readonly number[],
  rng: Rng,
  columnOrder: readonly number[] = Array.from({ length: clean.colCount }, (_, j) => j),
): { rowNames: string[]; colNames: string[] } {
  const colCount = columnOrder.length;
  if (names === "random")
    return { rowNames: randomNames("c", order.length, rng), colNames: randomNames("x", colCount, rng) };
  if (names === "neutral")
    return { rowNames: numbered("c", order.length), colNames: numbered("x", colCount) };
  const rows = originalRowNames(clean, faults);
  const columns = [...numbered("x", clean.colCount), ...auxiliaryNames(faults)];
  return { rowNames: order.map((row) => rows[row]), colNames: columnOrder.map((column) => columns[column]) };
}
