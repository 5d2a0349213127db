import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap, placeholder } from "@codemirror/view";
import { chipKeys } from "./chip-keys.ts";
import { chipField } from "./chips.ts";
import { continueList } from "./continue-list.ts";
import { EDITOR_THEME } from "./editor-theme.ts";
import { markdownLook } from "./markdown-look.ts";
import { type AskChoices, slashMenu } from "./slash-menu.ts";

interface EditorInput {
  parent: HTMLElement;
  text: string;
  label: string;
  onChange: (text: string) => void;
  onSave: () => void;
  ask: AskChoices;
}

/** Starts an editor of Markdown with chips and the slash menu. Tab leaves it, as it leaves any field. */
export function startEditor({ parent, text, label, onChange, onSave, ask }: EditorInput): EditorView {
  const save = () => {
    onSave();
    return true;
  };
  const state = EditorState.create({
    doc: text,
    extensions: [
      slashMenu(ask),
      chipField,
      chipKeys,
      history(),
      drawSelection(),
      highlightSpecialChars(),
      markdownLook(text.length),
      EDITOR_THEME,
      EditorView.lineWrapping,
      EditorState.allowMultipleSelections.of(false),
      EditorState.phrases.of({ Completions: "What can be inserted" }),
      placeholder("Write. Press / for a number, a table or curves."),
      EditorView.contentAttributes.of({
        "aria-label": label,
        spellcheck: "true",
        autocorrect: "on",
        autocapitalize: "sentences",
      }),
      keymap.of([
        { key: "Mod-s", run: save, preventDefault: true },
        { key: "Enter", run: continueList },
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
    ],
  });
  return new EditorView({ state, parent });
}

/** Puts another text in the place of the present one, changing only where they differ, so that undo and cursor stay near. */
export function replaceText(view: EditorView, given: string): void {
  const [before, text] = [view.state.doc.toString(), given.replace(/\r\n?/g, "\n")];
  if (before === text) return;
  const most = Math.min(before.length, text.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === text.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < most - start &&
    before.charCodeAt(before.length - 1 - end) === text.charCodeAt(text.length - 1 - end)
  )
    end++;
  view.dispatch({
    changes: { from: start, to: before.length - end, insert: text.slice(start, text.length - end) },
  });
}
