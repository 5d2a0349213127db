import type { NumberAnswer } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { writeQuantity } from "../../../wording/quantities.ts";
import { withUnit } from "../../../wording/typography.ts";
import { drawCard, nText, numberText, quantityOf, sourceOf, stateWords } from "./draw-card.ts";
import { h } from "./element.ts";
import { sourceGlyph } from "./glyph.ts";
import type { ItemState } from "./item-state.ts";

type Show = "value" | "interval" | "full";

/** The words after the value: interval, or why there is none, and n where asked. */
function asideOf(answer: NumberAnswer, show: Show): string {
  const { interval } = writeQuantity(quantityOf(answer));
  const caveat = answer.caveat && !answer.difference ? answer.caveat : answer.caveat ? "no interval" : null;
  const parts = [
    show === "value" ? null : (interval ?? caveat),
    show === "full" && !(interval === null && caveat?.includes("seed")) ? nText(answer) : null,
  ].filter((part) => part !== null);
  return parts.join(", ");
}

function drawValue(answer: NumberAnswer, show: Show): ReportNode[] {
  const { value, unit } = writeQuantity(quantityOf(answer));
  const aside = asideOf(answer, show);
  return [
    h("span", { class: answer.special ? "r-value r-nonfinite" : "r-value" }, withUnit(value, unit)),
    ...(aside ? [h("span", { class: "r-aside" }, ` ${aside}`)] : []),
  ];
}

/** A number in running text: a button that says where it comes from. Drifted, it shows both values. */
export function drawNumber(answer: NumberAnswer, state: ItemState, show: Show): ReportNode[] {
  const id = `q${state.index}`;
  const now = state.status === "drifted" && state.now?.kind === "number" ? state.now : null;
  const both = now !== null && numberText(now) !== numberText(answer);
  const source = sourceOf(state);
  const shown = both
    ? [
        h(
          "del",
          { class: "r-old" },
          h("span", { class: "r-hidden" }, "published "),
          ...drawValue(answer, "value"),
        ),
        " ",
        h("span", { class: "r-hidden" }, "now "),
        ...drawValue(now, show),
      ]
    : drawValue(answer, show);
  const button = h(
    "button",
    { type: "button", class: "r-q", popovertarget: id, "data-source": source, "aria-describedby": id },
    shown,
    sourceGlyph(source),
    h("span", { class: "r-hidden" }, `, ${stateWords(answer, state)}`),
  );
  return [h("span", { class: "r-anchor" }, button, drawCard(id, answer, state))];
}
