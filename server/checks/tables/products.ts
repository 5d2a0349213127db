import { writeNumber } from "../../wording/numbers.ts";
import { amountOf } from "./amounts.ts";
import { found, isNumber, overlap, type PlacedCell, type TableRule, valueOf } from "./table-rule.ts";

const PART = /^\s*[A-Za-z ]*?(\d[\d ,]*(?:\.\d+)?)\s*[A-Za-z ]*$/;

/** "12 × 200 = 2,400": what stands left of the sign makes, and what stands right of it. */
function expressionIn(text: string): { made: number; told: number } | null {
  const [left, right, ...more] = text.split("=");
  if (right === undefined || more.length > 0) return null;
  const numberOf = (part: string): number | null => {
    const digits = PART.exec(part)?.[1];
    return digits === undefined ? null : Number(digits.replaceAll(/[ ,]/g, ""));
  };
  const told = numberOf(right);
  for (const [sign, make] of [
    [/[×*]|\bx\b/, (a: number, b: number) => a * b],
    [/\+/, (a: number, b: number) => a + b],
  ] as const) {
    const parts = left.split(sign).map(numberOf);
    if (parts.length > 1 && parts.every((part) => part !== null) && told !== null)
      return { made: parts.reduce((a, b) => make(a, b)), told };
  }
  return null;
}

const PER = /^(.*?)\s*(?:\/|\bper\b)\s*([a-z]+)\b/i;
const TIME = /\b(time|duration|runtime|wall ?clock|ms|s|sec|seconds?|min|minutes?|h|hours?)\b/i;

/** What is made of two things and is not their product: a time per step, steps, and the whole time. */
export const wrongProduct: TableRule = {
  id: "table/product",
  title: "Product that does not recompute",
  check({ entries, quantities }) {
    const written = quantities.flatMap((one) =>
      one.cells.flatMap((cell, i) => {
        const read = cell.cell.kind === "text" ? expressionIn(cell.cell.text) : null;
        return read && read.made !== read.told
          ? [
              found(
                "table/product",
                "warning",
                `${entries[i]}: ${cell.cell.text}, but the left side makes ${writeNumber(read.made)}.`,
                [cell],
              ),
            ]
          : [];
      }),
    );
    const nameOf = (one: { name: string }) => one.name.replaceAll("_", " ");
    const whole = quantities.find((one) => TIME.test(nameOf(one)) && !PER.test(nameOf(one)));
    const each = quantities.find((one) => TIME.test(PER.exec(nameOf(one))?.[1] ?? ""));
    const unit = each ? (PER.exec(nameOf(each))?.[2] ?? "").toLowerCase().replace(/s$/, "") : "";
    const count = quantities.find((one) =>
      new RegExp(`^(#|num|number of|total|n)? ?${unit}s?$`, "i").test(nameOf(one)),
    );
    if (!whole || !each || !count || unit === "") return written;
    const timed = whole.cells.flatMap((cell, i) => {
      const parts: PlacedCell[] = [each.cells[i], count.cells[i]];
      const [told, one] = [amountOf(cell, whole.unit), amountOf(parts[0], each.unit)];
      if (!told || !one || told.kind !== one.kind || told.kind !== "time" || !isNumber(parts[1])) return [];
      const made: [number, number] = [one.span[0] * valueOf(parts[1]), one.span[1] * valueOf(parts[1])];
      if (overlap(made, told.span)) return [];
      return [
        found(
          "table/product",
          "warning",
          `${entries[i]}: ${cell.cell.text} is not ${parts[1].cell.text} times ${parts[0].cell.text}.`,
          [cell, ...parts],
        ),
      ];
    });
    return [...written, ...timed];
  },
};

/** Steps of a training that do not follow from its prompts, samples, epochs and batch. */
export const stepCount: TableRule = {
  id: "table/step-count",
  title: "Training steps that do not follow from prompts, epochs and batch",
  check({ entries, quantities }) {
    const of = (pattern: RegExp) =>
      quantities.find(({ name }) => pattern.test(name.replaceAll(/[_-]/g, " ")));
    const [prompts, epochs, samples, steps, batch, ...others] = [
      /\bprompts\b(?! per)/i,
      /\bepochs\b/i,
      /\b(generations|(?<!train )samples per prompt|completions per prompt|group size)\b/i,
      /^((total|training|train|optimizer|update|gradient) )?steps$/i,
      /\bbatch\b/i,
      /\bgrad(ient)? acc\w*|\baccumulation\b/i,
      /\b(gpus|devices|world size)\b/i,
    ].map(of);
    if (!prompts || !epochs || !batch || !samples || !steps) return [];
    const isWhole = /\b(effective|global|total)\b/i.test(batch.name);
    const factors = [batch, ...(isWhole ? [] : others)].filter((one) => one !== undefined);
    return steps.cells.flatMap((cell, i) => {
      const parts = [prompts, epochs, samples, ...factors].map((one) => one.cells[i]);
      if (!isNumber(cell) || parts.some((part) => !part || !isNumber(part))) return [];
      const [p, e, g, ...sizes] = parts.map(valueOf);
      const b = sizes.reduce((product, one) => product * one, 1);
      // A batch counts prompts, or their samples; the last one may be short in every epoch.
      const isOver = (each: number) =>
        valueOf(cell) >= Math.floor(each) && valueOf(cell) <= Math.ceil(each) + e;
      // GPUs that nobody names share a batch among them.
      const shares = isWhole || others[1] ? [1] : [1, 2, 4, 8, 16];
      const fits = shares.some((gpus) => isOver((p * e) / b / gpus) || isOver((p * g * e) / b / gpus));
      if (fits || b <= 0) return [];
      const perEpoch = valueOf(cell) / ((p * g) / b);
      return [
        found(
          "table/step-count",
          "warning",
          `${entries[i]}: ${cell.cell.text} steps do not follow from ${p} prompts, ${g} samples each, ${e} epochs and a batch of ${b}, which make ${writeNumber((p * g * e) / b, 0)}; they would be ${writeNumber(perEpoch, 1)} epochs.`,
          [cell, ...parts],
        ),
      ];
    });
  },
};
