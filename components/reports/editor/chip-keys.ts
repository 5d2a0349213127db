import { EditorSelection, Prec } from "@codemirror/state";
import { type Command, EditorView, keymap } from "@codemirror/view";
import { announce } from "#components/ui/announce.ts";
import { chipWords } from "./chip-widget.ts";
import { chipField, type ShownChip } from "./chips.ts";

function select(view: EditorView, chip: ShownChip): boolean {
  view.dispatch({
    selection: EditorSelection.range(chip.from, chip.to),
    scrollIntoView: true,
    userEvent: "select",
  });
  announce(`${chipWords(chip).label}. Enter opens its text.`);
  return true;
}

/** Moves the cursor into a chip, which shows its text until the cursor leaves it. */
function open(view: EditorView, { from, to, place }: ShownChip): boolean {
  const firstLine = view.state.doc.lineAt(from).to;
  const inside = place === "block" ? Math.min(firstLine, to - 1) : to - 2;
  view.dispatch({ selection: { anchor: inside }, scrollIntoView: true, userEvent: "select" });
  return true;
}

const selectedChip = ({ state }: EditorView): ShownChip | undefined =>
  state
    .field(chipField)
    .shown.find(({ from, to }) => state.selection.main.from === from && state.selection.main.to === to);

/** An arrow beside a chip selects it whole; the next one leaves it. */
const step =
  (side: "from" | "to"): Command =>
  (view) => {
    const { main } = view.state.selection;
    const next = view.state.field(chipField).shown.find((chip) => main.empty && chip[side] === main.head);
    return next ? select(view, next) : false;
  };

const openSelected: Command = (view) => {
  const chip = selectedChip(view);
  return chip ? open(view, chip) : false;
};

const blockAt = ({ state }: EditorView, side: "from" | "to", at: number): ShownChip | undefined =>
  state.field(chipField).shown.find((chip) => chip.place === "block" && chip[side] === at);

/** The lines of a block end with it: text that would join its first or last line selects it instead. */
const keepApart =
  (side: "from" | "to"): Command =>
  (view) => {
    const { main } = view.state.selection;
    const line = view.state.doc.lineAt(main.head);
    const isAtEdge = main.empty && line.length > 0 && main.head === (side === "to" ? line.from : line.to);
    const block = isAtEdge ? blockAt(view, side, main.head + (side === "to" ? -1 : 1)) : undefined;
    return block ? select(view, block) : false;
  };

/** What has to stand before and behind a text that is written at a place, so that a block beside it stays one. */
export function apartFromBlock(view: EditorView, at: number): { before: string; after: string } {
  return { before: blockAt(view, "to", at) ? "\n\n" : "", after: blockAt(view, "from", at) ? "\n\n" : "" };
}

/** Words that are typed beside a block get a paragraph of their own. */
const typedApart = EditorView.inputHandler.of((view, from, to, text) => {
  const { before, after } = apartFromBlock(view, from);
  if (from !== to || text.startsWith("\n") || before + after === "") return false;
  view.dispatch({
    changes: { from, insert: before + text + after },
    selection: { anchor: from + before.length + text.length },
    scrollIntoView: true,
    userEvent: "input.type",
  });
  return true;
});

/** Leaves the text of a chip that is open. */
const close: Command = (view) => {
  const { found, shown, source } = view.state.field(chipField);
  const { head } = view.state.selection.main;
  const inside = found.find(({ from, to }) => head > from && head < to);
  if (source || !inside || shown.some(({ from }) => from === inside.from)) return false;
  view.dispatch({ selection: { anchor: inside.to }, userEvent: "select" });
  return true;
};

function chipAt(view: EditorView, target: EventTarget | null): ShownChip | undefined {
  const drawn = target instanceof Element ? target.closest(".text-chip") : null;
  if (!drawn) return undefined;
  const at = view.posAtDOM(drawn);
  return view.state.field(chipField).shown.find(({ from }) => from === at);
}

/** How chips are used by keys and by pointer: select, open, leave. Deleting is the editor's own, which takes them whole. */
export const chipKeys = [
  typedApart,
  Prec.high(
    keymap.of([
      { key: "ArrowRight", run: step("from") },
      { key: "ArrowLeft", run: step("to") },
      { key: "Enter", run: openSelected },
      { key: "Escape", run: close },
      { key: "Backspace", run: keepApart("to") },
      { key: "Delete", run: keepApart("from") },
    ]),
  ),
  EditorView.domEventHandlers({
    mousedown(event, view) {
      const chip = event.button === 0 && !event.shiftKey ? chipAt(view, event.target) : undefined;
      if (!chip) return false;
      const isSecond = selectedChip(view)?.from === chip.from;
      view.focus();
      event.preventDefault();
      return isSecond ? open(view, chip) : select(view, chip);
    },
  }),
];
