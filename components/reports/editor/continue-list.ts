import type { Command } from "@codemirror/view";

const ITEM = /^(\s*(?:>\s?)*)([-*+]|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?/;

/** What Enter does behind an item of a list: `start` of the next one, or null where an empty item ends the list. */
export function nextItem(line: string): { start: string | null } | null {
  const found = ITEM.exec(line);
  if (!found) return null;
  const [whole, lead, mark, number, dot, space, box] = found;
  if (line.trim() === whole.trim()) return { start: null };
  const next = number === undefined ? mark : `${Number(number) + 1}${dot}`;
  return { start: `${lead}${next}${space}${box === undefined ? "" : "[ ] "}` };
}

/** Enter in a list begins the next item; in an empty item it ends the list. */
export const continueList: Command = (view) => {
  const { state } = view;
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (!main.empty || main.head < line.to || line.length > 10_000) return false;
  const next = nextItem(line.text);
  if (!next) return false;
  const { start } = next;
  view.dispatch({
    changes: start === null ? { from: line.from, to: line.to } : { from: main.head, insert: `\n${start}` },
    selection: { anchor: start === null ? line.from : main.head + 1 + start.length },
    scrollIntoView: true,
    userEvent: "input",
  });
  return true;
};
