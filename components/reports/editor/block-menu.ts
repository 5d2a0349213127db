import {
  type BlockWords,
  type Chosen,
  type MenuStep,
  type QueryKind,
  REPORT_BLOCKS,
} from "#server/contracts/reports/report-blocks.ts";
import { blockOf, inlineNumber } from "#server/contracts/reports/report-text.ts";

/** An entry of the slash menu. */
export interface MenuBlock {
  label: string;
  shows: string;
  /** Null of what is no query. */
  kind: QueryKind | null;
  place: "inline" | "block";
  steps: readonly MenuStep[];
  write: (chosen: Chosen) => string;
}

const EQUATION: MenuBlock = {
  kind: null,
  label: "Equation",
  shows: "TeX between two dollars",
  place: "block",
  steps: [],
  write: () => "$$\n\\hat A_i = \\frac{r_i - \\mathrm{mean}(r)}{\\mathrm{std}(r)}\n$$",
};

/** Everything that can be inserted, in the order of the menu. */
export const MENU_BLOCKS: readonly MenuBlock[] = [
  ...(Object.keys(REPORT_BLOCKS) as QueryKind[]).flatMap((kind) => {
    const { name, shows, place, menu }: BlockWords = REPORT_BLOCKS[kind];
    const write = place === "inline" ? inlineNumber : blockOf;
    return menu.map(({ label = name, shows: what = shows, steps, query }): MenuBlock => {
      return { kind, label, shows: what, place, steps, write: (chosen) => write({ kind, ...query(chosen) }) };
    });
  }),
  EQUATION,
];

/**
 * What to write in the place of `from` to `to` of a text for an entry of the menu: a block gets a paragraph of its own. The
 * cursor then stands at `cursor`.
 */
export function insertion(
  text: string,
  [from, to]: readonly [from: number, to: number],
  { place }: Pick<MenuBlock, "place">,
  written: string,
): { insert: string; cursor: number } {
  if (place === "inline") return { insert: written, cursor: from + written.length };
  const [before, after] = [text.slice(Math.max(0, from - 2), from), text.slice(to, to + 2)];
  const lead =
    from === 0 || before.endsWith("\n\n") || before === "\n" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const tail = after === "" ? "\n\n" : after === "\n\n" ? "\n" : after.startsWith("\n") ? "\n" : "\n\n";
  const insert = lead + written + tail;
  return { insert, cursor: from + insert.length };
}
