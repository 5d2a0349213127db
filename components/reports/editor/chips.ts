import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { ReportChip } from "#server/contracts/reports/report-chips.ts";
import { LONGEST_MARKDOWN } from "#server/contracts/reports/report-limits.ts";
import { findQueries, type WrittenQuery } from "#server/contracts/reports/report-text.ts";
import { ChipWidget } from "./chip-widget.ts";

/** Texts beyond this are shown as they are: no server reads them, and each key would search them again. */
const LONGEST_WITH_CHIPS = 4 * LONGEST_MARKDOWN;

/** What the server says of the queries of a text, in reading order. */
export const answered = StateEffect.define<{ text: string; chips: readonly ReportChip[] }>();
/** Whether queries are shown as they are written. */
export const sourceShown = StateEffect.define<boolean>();
/** Whether nobody is asked for values now: the text is too long, or the server cannot be reached. */
export const unasked = StateEffect.define<boolean>();

/** A query that is drawn as a chip; `chip` is null until the server has answered. */
export interface ShownChip extends WrittenQuery {
  chip: ReportChip | null;
}

interface Answers {
  /** By key, in reading order: the same query may be refused beyond the most that a report holds. */
  byKey: ReadonlyMap<string, readonly ReportChip[]>;
  /** Keys of what looks like a query and is none, as in a formula. */
  none: ReadonlySet<string>;
}

export interface Chips extends Answers {
  found: readonly WrittenQuery[];
  source: boolean;
  isUnasked: boolean;
  shown: readonly ShownChip[];
  decorations: DecorationSet;
}

/** What an answer to a text says: values by key, and what of the text is no query. */
export function readAnswers(text: string, chips: readonly ReportChip[]): Answers {
  const byKey = Map.groupBy(chips, ({ key }) => key);
  const none = findQueries(text).filter(({ key }) => !byKey.has(key));
  return { byKey, none: new Set(none.map(({ key }) => key)) };
}

/**
 * The queries that are drawn as chips: all but those that a cursor stands in, which are open for editing, and those that the
 * parser reads as something else. `heads` are the places of the cursors.
 */
export function shownChips(
  found: readonly WrittenQuery[],
  { byKey, none }: Answers,
  heads: readonly number[],
): ShownChip[] {
  const seen = new Map<string, number>();
  return found.flatMap((query) => {
    const nth = seen.get(query.key) ?? 0;
    seen.set(query.key, nth + 1);
    if (none.has(query.key)) return [];
    if (heads.some((head) => head > query.from && head < query.to)) return [];
    const answers = byKey.get(query.key);
    return [{ ...query, chip: answers?.[Math.min(nth, answers.length - 1)] ?? null }];
  });
}

const queriesOf = (state: EditorState): WrittenQuery[] =>
  state.doc.length > LONGEST_WITH_CHIPS ? [] : findQueries(state.doc.toString());

function draw(state: EditorState, chips: Omit<Chips, "shown" | "decorations">): Chips {
  const { ranges, main } = state.selection;
  const heads = ranges.map(({ head }) => head);
  const shown = chips.source ? [] : shownChips(chips.found, chips, heads);
  const decorations = shown.map((one) => {
    const isSelected = main.from === one.from && main.to === one.to;
    return Decoration.replace({ widget: new ChipWidget(one, isSelected, chips.isUnasked) }).range(
      one.from,
      one.to,
    );
  });
  return { ...chips, shown, decorations: Decoration.set(decorations) };
}

/** The chips of an editor, kept with its text. */
export const chipField = StateField.define<Chips>({
  create: (state) =>
    draw(state, {
      found: queriesOf(state),
      byKey: new Map(),
      none: new Set(),
      source: false,
      isUnasked: false,
    }),
  update(before, { docChanged, selection, effects, state }) {
    let next: Omit<Chips, "shown" | "decorations"> = before;
    for (const effect of effects) {
      if (effect.is(answered)) next = { ...next, ...readAnswers(effect.value.text, effect.value.chips) };
      if (effect.is(sourceShown)) next = { ...next, source: effect.value };
      if (effect.is(unasked)) next = { ...next, isUnasked: effect.value };
    }
    if (docChanged) next = { ...next, found: queriesOf(state) };
    return next === before && !selection ? before : draw(state, next);
  },
  provide: (field): Extension => [
    EditorView.decorations.from(field, ({ decorations }) => decorations),
    EditorView.atomicRanges.of((view) => view.state.field(field).decorations),
  ],
});
