import type { SoundAnswer } from "../../contracts/reports/report-answer.ts";
import type { ReportChip } from "../../contracts/reports/report-chips.ts";
import { QUERY_KINDS, type QueryKind } from "../../contracts/reports/report-query.ts";
import { writeQuantity } from "../../wording/quantities.ts";
import { REPORT_BLOCKS } from "../../wording/report-blocks.ts";
import { withUnit } from "../../wording/typography.ts";
import { nText, quantityOf } from "./html/draw-card.ts";
import type { ItemState } from "./html/item-state.ts";
import type { ReadReport, ReportItem } from "./markdown/read-markdown.ts";
import { markText } from "../../../workers/protocol/visible-text.ts";

/** What a block is called: with the metric that is drawn, or the part of the findings that is said. */
function blockName(name: string, answer: SoundAnswer): string {
  if (answer.kind === "chart") return `${name} of ${answer.panels.map(({ title }) => title).join(", ")}`;
  return answer.kind === "findings" && answer.say && answer.say !== "all" ? `${name}, ${answer.say}` : name;
}

const known = (kind: string): kind is QueryKind => Object.hasOwn(QUERY_KINDS, kind);

function chipOf({ key, kind }: ReportItem, { answer }: ItemState): ReportChip {
  const chip: ReportChip = {
    key,
    kind: known(kind) ? kind : null,
    name: known(kind) ? REPORT_BLOCKS[kind].name : kind.slice(0, 40),
    value: null,
    aside: null,
    subject: null,
    error: null,
  };
  if (answer.kind === "error") return { ...chip, error: markText(answer.message) };
  const subject = markText(answer.subject);
  if (answer.kind !== "number")
    return { ...chip, name: blockName(chip.name, answer), aside: subject, subject };
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
