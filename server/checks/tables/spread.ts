import { writeNumber } from "../../wording/numbers.ts";
import {
  boundsOf,
  found,
  isKind,
  isNumber,
  overlap,
  type PlacedCell,
  type Quantity,
  subjectOf,
  type TableRule,
  valueOf,
} from "./table-rule.ts";

const isSpread = (one: Quantity): boolean => isKind(one, "deviation") && !isKind(one, "variance");

/** A variance is the square of its standard deviation; a ratio of one kind is no ratio of the other. */
export const varianceOfDeviation: TableRule = {
  id: "table/variance-of-deviation",
  title: "Variance that is not the square of the standard deviation",
  check({ entries, quantities }) {
    // "±" may be an error of the mean as well.
    const deviations = quantities.filter((one) => isSpread(one) && !one.name.startsWith("±"));
    const variances = quantities.filter(
      (one) =>
        isKind(one, "variance") &&
        !isKind(one, "deviation") &&
        !isKind(one, "rate") &&
        !/\b(low|zero|min)\b/i.test(one.name),
    );
    return variances.flatMap((variance) =>
      deviations
        .filter(
          (deviation) =>
            subjectOf(deviation.name) === subjectOf(variance.name) ||
            // "Mean variance" below "reward std": the only ones there are.
            (subjectOf(variance.name) === "" && variances.length === 1 && deviations.length === 1),
        )
        .flatMap((deviation) =>
          variance.cells.flatMap((cell, i) => {
            const other = deviation.cells[i];
            if (
              !other ||
              !isNumber(cell) ||
              !isNumber(other) ||
              cell.cell.unit === "x" ||
              other.cell.unit === "x"
            )
              return [];
            const [low, high] = boundsOf(other.cell);
            if (low < 0 || valueOf(cell) === 0 || overlap(boundsOf(cell.cell), [low ** 2, high ** 2]))
              return [];
            const isSame = overlap(boundsOf(cell.cell), [low, high]);
            return [
              found(
                "table/variance-of-deviation",
                "warning",
                isSame
                  ? `${entries[i]}: ${variance.name} ${cell.cell.text} equals ${deviation.name} ${other.cell.text}; a variance is the square of it.`
                  : `${entries[i]}: ${variance.name} ${cell.cell.text} is not the square of ${deviation.name} ${other.cell.text}. Two estimators are mixed, or one of them is wrong.`,
                [cell, other],
              ),
            ];
          }),
        ),
    );
  },
};

/** "16x in variance" where 16 is the ratio of two standard deviations. */
export const ratioOfDeviations: TableRule = {
  id: "table/ratio-of-deviations",
  title: "Ratio of standard deviations called a ratio of variances",
  check({ entries, quantities }) {
    const ratios = quantities
      .filter((one) => isKind(one, "variance"))
      .flatMap((one) => one.cells.filter((cell) => isNumber(cell) && cell.cell.unit === "x"));
    const deviations = quantities
      .filter(isSpread)
      .flatMap(({ name, cells }) =>
        cells.flatMap((cell, i) =>
          isNumber(cell) && valueOf(cell) > 0 && cell.cell.unit !== "x"
            ? [{ name: `${name} of ${entries[i]}`, cell }]
            : [],
        ),
      );
    return ratios.flatMap((ratio) => {
      const hit = deviations
        .flatMap((a) => deviations.filter((b) => b !== a).map((b) => ({ a, b })))
        .find(({ a, b }) => {
          const [aLow, aHigh] = boundsOf(a.cell.cell);
          const [bLow, bHigh] = boundsOf(b.cell.cell);
          if (valueOf(ratio) <= 1 || bLow <= 0) return false;
          const plain: [number, number] = [aLow / bHigh, aHigh / bLow];
          return (
            overlap(boundsOf(ratio.cell), plain) &&
            !overlap(boundsOf(ratio.cell), [plain[0] ** 2, plain[1] ** 2])
          );
        });
      if (!hit) return [];
      return [
        found(
          "table/ratio-of-deviations",
          "warning",
          `${ratio.cell.text} is the ratio of two standard deviations, ${hit.a.cell.cell.text} / ${hit.b.cell.cell.text} (${hit.a.name}, ${hit.b.name}). The ratio of the variances is its square.`,
          [ratio, hit.a.cell, hit.b.cell],
        ),
      ];
    });
  },
};

/** The standard deviation of declared noise: "U(−2, 2)", "±2" and "2" are uniform up to there, "N(0, 1)" and "noise std" say it. */
function deviationOf({ cell }: PlacedCell, noise: Quantity): number | null {
  if (isKind(noise, "deviation") && !noise.name.startsWith("±"))
    return cell.kind === "number" ? cell.value : null;
  const uniform = /^U(?:niform)?\s*[([]\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*[)\]]$/i.exec(cell.text);
  if (uniform) return Math.abs(Number(uniform[2]) - Number(uniform[1])) / Math.sqrt(12);
  const normal = /^N(?:ormal)?\s*\(\s*-?[\d.]+\s*,\s*([\d.]+)\s*\)$/i.exec(cell.text);
  if (normal) return Number(normal[1]);
  const border = /^(?:±|\+\/-)\s*([\d.]+)$/.exec(cell.text);
  const amplitude = border ? Number(border[1]) : cell.kind === "number" ? cell.value : null;
  return amplitude === null ? null : amplitude / Math.sqrt(3);
}

/** A deviation that is that of the noise alone: the reward itself does not vary. */
export const deviationOfNoise: TableRule = {
  id: "table/deviation-of-noise",
  title: "Standard deviation that is that of the added noise",
  check({ entries, quantities }) {
    const noises = quantities.filter((one) => isKind(one, "noise"));
    const deviations = quantities.filter((one) => isSpread(one) && !isKind(one, "noise"));
    return noises.flatMap((noise) =>
      deviations.flatMap((deviation) =>
        deviation.cells.flatMap((cell, i) => {
          const declared = noise.cells[i];
          const floor = declared ? deviationOf(declared, noise) : null;
          if (floor === null || floor <= 0 || !isNumber(cell) || Math.abs(valueOf(cell) / floor - 1) > 0.03)
            return [];
          return [
            found(
              "table/deviation-of-noise",
              "warning",
              `${entries[i]}: ${deviation.name} ${cell.cell.text} is that of the added noise alone (${noise.name} ${declared.cell.text}, standard deviation ${writeNumber(floor)}). The reward says nothing of the answers.`,
              [cell, declared],
            ),
          ];
        }),
      ),
    );
  },
};
