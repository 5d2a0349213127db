import { listFirst } from "../../wording/counts.ts";
import { writeNumber } from "../../wording/numbers.ts";
import {
  found,
  isKind,
  isNumber,
  type PlacedCell,
  type TableRule,
  type TableView,
  valueOf,
} from "./table-rule.ts";

const ALL = /^(all|total|full|whole|benchmark|population|data ?set|union|distinct|unique)\b/i;
const TRAIN = /\b(train(ing|ed)?|sft|fine-?tun\w*)\b/i;
const HELD = /\b(held|hold)[- ]?out\b|\b(test|eval(uation)?|val(idation)?|dev)\b/i;
const BOTH = /\b(in both|overlap(s|ping)?|shared|intersection|leak(ed|age)?|contaminat\w*)\b|∩/i;

const splitOf = (text: string): "train" | "held" | null =>
  HELD.test(text) ? "held" : TRAIN.test(text) ? "train" : null;

/** Ids that stand in two splits of which one is held out. */
function inBothSplits({ entryHead, entries, quantities }: TableView) {
  const split = quantities.find(({ name }) => /^(split|set|subset|part(ition)?|fold)$/i.test(name.trim()));
  if (
    !split ||
    !/\b(id|problem|question|task|instance|example|prompt|name)\b/i.test(entryHead.replaceAll("_", " "))
  )
    return [];
  const seen = new Map<string, Map<string, PlacedCell>>();
  entries.forEach((id, i) => {
    const name = split.cells[i].cell.text.toLowerCase();
    const own = seen.get(id) ?? new Map<string, PlacedCell>();
    if (splitOf(name) !== null && id !== "") seen.set(id, own.set(name, split.cells[i]));
  });
  const both = [...seen].filter(
    ([, parts]) => parts.size > 1 && [...parts.keys()].some((name) => splitOf(name) === "held"),
  );
  if (both.length === 0) return [];
  const [[id, parts]] = both;
  return [
    found(
      "table/split-overlap",
      "warning",
      `${id}${both.length > 1 ? ` and ${writeNumber(both.length - 1)} more` : ""} stand in more than one split: ${listFirst([...parts.keys()], 3)}.`,
      both.flatMap(([, cells]) => [...cells.values()]),
    ),
  ];
}

/** Sets that are larger together than what they are of: some problems are in both. */
function tooLarge({ entries, quantities }: TableView) {
  return quantities
    .filter((one) => isKind(one, "count") || /\b(problems|samples|episodes|prompts|size)\b/i.test(one.name))
    .flatMap(({ cells }) => {
      const of = (isPart: (name: string) => boolean) =>
        cells.filter((cell, i) => isNumber(cell) && isPart(entries[i].replaceAll("_", " ")));
      const whole = of((name) => ALL.test(name) && splitOf(name) === null);
      const parts = [
        of((name) => splitOf(name) === "train" && !BOTH.test(name)),
        of((name) => splitOf(name) === "held" && !BOTH.test(name)),
      ];
      if (whole.length !== 1 || parts.some((part) => part.length === 0)) return [];
      const sum = parts.flat().reduce((total, cell) => total + valueOf(cell), 0);
      // A whole that is its parts' sum is printed as one; less than the largest part is no whole.
      if (sum <= valueOf(whole[0]) || parts.flat().some((cell) => valueOf(cell) > valueOf(whole[0])))
        return [];
      return [
        found(
          "table/split-overlap",
          "warning",
          `The training and held-out sets hold ${writeNumber(sum)} problems, and there are ${whole[0].cell.text}: at least ${writeNumber(sum - valueOf(whole[0]))} are in both.`,
          [...parts.flat(), whole[0]],
        ),
      ];
    });
}

/** An overlap that is printed as such. */
function toldOverlap({ entries, quantities }: TableView) {
  const isSplit =
    entries.some((name) => splitOf(name) !== null) || quantities.some(({ name }) => splitOf(name));
  return quantities.flatMap((one) =>
    one.cells.flatMap((cell, i) =>
      isSplit && BOTH.test(entries[i]) && isNumber(cell) && valueOf(cell) > 0
        ? [
            found(
              "table/split-overlap",
              "warning",
              `${entries[i]}: ${cell.cell.text}. What was trained on says nothing of problems that were not seen.`,
              [cell],
            ),
          ]
        : [],
    ),
  );
}

/** Problems that were trained on and measured on. */
export const splitOverlap: TableRule = {
  id: "table/split-overlap",
  title: "Training problems in a held-out set",
  check: (view) => [...inBothSplits(view), ...tooLarge(view), ...toldOverlap(view)],
};
