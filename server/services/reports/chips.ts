import type { ReportChip } from "../../contracts/reports/report-chips.ts";
import { isQueryKind, REPORT_BLOCKS } from "../../contracts/reports/report-blocks.ts";
import { writeQuantity } from "../../wording/quantities.ts";
import { withUnit } from "../../wording/typography.ts";
import { blockThatGives } from "./blocks/registry.ts";
import { nText, quantityOf } from "./html/draw-card.ts";
import type { ItemState } from "./html/item-state.ts";
import type { ReadReport, ReportItem } from "./markdown/read-markdown.ts";
import { markText } from "../../../workers/protocol/visible-text.ts";

function chipOf({ key, kind }: ReportItem, { answer }: ItemState): ReportChip {
  const chip: ReportChip = {
    key,
    kind: isQueryKind(kind) ? kind : null,
    name: isQueryKind(kind) ? REPORT_BLOCKS[kind].name : kind.slice(0, 40),
    value: null,
    aside: null,
    subject: null,
    error: null,
  };
  if (answer.kind === "error") return { ...chip, error: markText(answer.message) };
  const subject = markText(answer.subject);
  if (answer.kind !== "number")
    return {
      ...chip,
      name: blockThatGives(answer.kind).chipName?.(answer) ?? chip.name,
      aside: subject,
      subject,
    };
  const { value, unit } = writeQuantity(quantityOf(answer));
  return {
    ...chip,
    name: answer.difference ? `${answer.title}, difference` : answer.title,
    value: withUnit(value, unit),
    aside: nText(answer),
    subject,
  };
}

/** What the editor draws in the place of each query of a text, in reading order: the values are those of the drawn report. */
export const chipsOf = (read: ReadReport, states: ItemState[]): ReportChip[] =>
  read.items.map((item) => chipOf(item, states[item.index]));
