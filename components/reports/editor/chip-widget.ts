import { WidgetType } from "@codemirror/view";
import { isQueryKind, REPORT_BLOCKS } from "#server/contracts/reports/report-blocks.ts";
import type { ShownChip } from "./chips.ts";

/** The mark of a query that has no answer. */
const BROKEN = "M5 1 9.5 9h-9zM5 4v2.2M5 7.3v.7";

/** The parts of a chip in words. `state` is what it stands in: with its value, waiting for it, or broken. */
export interface ChipWords {
  state: "sound" | "loading" | "broken";
  name: string;
  value: string | null;
  aside: string | null;
  /** All of it, for who does not see it. */
  label: string;
}

/** What a chip says. A value that is not known yet is said to be on its way; no number stands in its place. */
export function chipWords({ chip, kind }: Pick<ShownChip, "chip" | "kind">, isUnasked = false): ChipWords {
  const name = chip?.name ?? (isQueryKind(kind) ? REPORT_BLOCKS[kind].name : kind);
  if (!chip) {
    const aside = isUnasked ? "not computed" : "…";
    const label = isUnasked ? `${name}, not computed` : `${name}, its value is loading`;
    return { state: "loading", name, value: null, aside, label };
  }
  if (chip.error !== null)
    return { state: "broken", name, value: null, aside: chip.error, label: `${name}, broken: ${chip.error}` };
  const shownKind = chip.kind !== null && chip.value !== null ? `${REPORT_BLOCKS[chip.kind].name}: ` : "";
  const parts = chip.value === null ? [name] : [`${name} ${chip.value}`, chip.aside];
  const label = shownKind + [...parts, chip.subject].filter((part) => part !== null).join(", ");
  return {
    state: "sound",
    name,
    value: chip.value,
    aside: chip.value === null ? chip.aside : `(${chip.aside})`,
    label,
  };
}

function glyph(path: string): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 10 10");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

function part(className: string, text: string): HTMLElement {
  const span = document.createElement("span");
  span.className = className;
  span.textContent = text;
  return span;
}

/** Draws a query as one piece: its mark, name and value. */
export class ChipWidget extends WidgetType {
  private readonly shown: ShownChip;
  private readonly isSelected: boolean;
  private readonly words: ChipWords;

  constructor(shown: ShownChip, isSelected: boolean, isUnasked: boolean) {
    super();
    this.shown = shown;
    this.isSelected = isSelected;
    this.words = chipWords(shown, isUnasked);
  }

  override eq(other: ChipWidget): boolean {
    const [a, b] = [this, other].map(({ words, isSelected, shown }) => [
      words.label,
      words.aside,
      words.state,
      isSelected,
      shown.place,
      shown.kind,
    ]);
    return a.every((one, i) => one === b[i]);
  }

  override toDOM(): HTMLElement {
    const { state, name, value, aside, label } = this.words;
    const { kind, place } = this.shown;
    const chip = document.createElement("span");
    chip.className = "text-chip";
    Object.assign(chip.dataset, { state, place });
    if (this.isSelected) chip.dataset.selected = "";
    chip.setAttribute("role", "img");
    chip.setAttribute("aria-label", label);
    chip.dataset.tip = label;
    chip.append(
      glyph(state === "broken" || !isQueryKind(kind) ? BROKEN : REPORT_BLOCKS[kind].glyph),
      part("text-chip-name", name),
    );
    if (value !== null) chip.append(part("text-chip-value", value));
    if (aside !== null) chip.append(part("text-chip-aside", aside));
    return chip;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
