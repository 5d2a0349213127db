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
  Prec.high(
    keymap.of([
      { key: "ArrowRight", run: step("from") },
      { key: "ArrowLeft", run: step("to") },
      { key: "Enter", run: openSelected },
      { key: "Escape", run: close },
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
