import {
  autocompletion,
  closeCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  startCompletion,
} from "@codemirror/autocomplete";
import { type EditorState, type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap, WidgetType } from "@codemirror/view";
import { announce } from "#components/ui/announce.ts";
import type { Chosen, StepOf } from "#server/contracts/reports/report-blocks.ts";
import type { SubjectChoice } from "#server/contracts/reports/report-chips.ts";
import { apartFromBlock } from "./chip-keys.ts";
import { insertion, MENU_BLOCKS, type MenuBlock } from "./block-menu.ts";

/** Asks for the choices of a step; what was chosen before says of which experiment or run. */
export type AskChoices = (of: StepOf, chosen: Chosen) => Promise<readonly SubjectChoice[]>;

/** A block that is being put together, behind the slash that stands for it in the text. */
interface Choosing {
  slash: number;
  block: MenuBlock;
  chosen: Chosen;
  /** What was chosen, in words. */
  words: readonly string[];
  step: number;
  /** Null while they are read. */
  choices: readonly SubjectChoice[] | null;
  /** Why there is nothing to choose. */
  problem: string | null;
  /** The same through all steps of one block. */
  token: symbol;
}

const choose = StateEffect.define<Choosing | null>();

class Crumb extends WidgetType {
  private readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq(other: Crumb): boolean {
    return other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const crumb = document.createElement("span");
    crumb.className = "text-crumb";
    crumb.textContent = this.text;
    return crumb;
  }
}

function crumbText({ block, words, step, choices, problem }: Choosing): string {
  const asked = problem ?? (choices === null ? "…" : `${block.steps[step]?.words ?? ""}:`);
  return [block.label, ...words, asked].join(" · ");
}

const choosingField = StateField.define<Choosing | null>({
  create: () => null,
  update(before, tr) {
    for (const effect of tr.effects) if (effect.is(choose)) return effect.value;
    if (!before || !(tr.docChanged || tr.selection)) return before;
    const slash = tr.changes.mapPos(before.slash, 1);
    const { head } = tr.state.selection.main;
    const stays =
      tr.state.sliceDoc(slash, slash + 1) === "/" && head > slash && tr.state.doc.lineAt(slash).to >= head;
    return stays ? { ...before, slash } : null;
  },
  provide: (field) =>
    EditorView.decorations.from(field, (choosing) =>
      choosing
        ? Decoration.set(
            Decoration.replace({ widget: new Crumb(crumbText(choosing)) }).range(
              choosing.slash,
              choosing.slash + 1,
            ),
          )
        : Decoration.none,
    ),
});

/** Characters that may be typed to find an entry; behind more the slash is one of a text. */
const LONGEST_FILTER = 40;

/** Where the slash stands that opens the menu at a place: at the start of a line or behind a space. -1 where none does. */
export function slashBefore(text: string): number {
  const found = /(?:^|\s)\/([^/\n]*)$/.exec(text.slice(-LONGEST_FILTER));
  return found && !/\s{2}|^\s/.test(found[1]) ? text.length - found[1].length - 1 : -1;
}

function slashOf(state: EditorState, at: number): number {
  const line = state.doc.lineAt(at);
  const slash = slashBefore(state.sliceDoc(Math.max(line.from, at - LONGEST_FILTER), at));
  return slash < 0 ? -1 : Math.max(line.from, at - LONGEST_FILTER) + slash;
}

/** Keeps the order of a menu where what is typed fits several alike; a better fit goes before. */
const inOrder = (i: number) => ({ sortText: String(i).padStart(4, "0"), boost: Math.max(-99, 99 - 8 * i) });

function insertBlock(view: EditorView, { slash, block, chosen }: Choosing): void {
  const { head } = view.state.selection.main;
  const { insert, cursor } = insertion(view.state.doc.toString(), [slash, head], block, block.write(chosen));
  view.dispatch({
    changes: { from: slash, to: head, insert },
    selection: { anchor: cursor },
    effects: choose.of(null),
    scrollIntoView: true,
    userEvent: "input.complete",
  });
  announce(`${block.label} inserted.`);
}

/** Goes to the next thing that has to be chosen, past those where there is one choice, and at the end writes the block. */
async function goOn(view: EditorView, started: Choosing, ask: AskChoices): Promise<void> {
  let now = started;
  for (let step = now.block.steps[now.step]; step !== undefined; step = now.block.steps[now.step]) {
    now = { ...now, choices: null, problem: null };
    view.dispatch({ effects: choose.of(now) });
    let choices: readonly SubjectChoice[] = [];
    let problem: string | null = null;
    try {
      choices = (await ask(step.of, now.chosen)).filter((one) => step.fits?.(one) ?? true);
      if (choices.length === 0) problem = `${step.words}: there is none`;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    const present = view.state.field(choosingField);
    if (present?.token !== now.token) return;
    now = { ...now, slash: present.slash, choices, problem };
    if (choices.length !== 1) {
      view.dispatch({ effects: choose.of(now) });
      if (problem !== null) announce(problem);
      else startCompletion(view);
      return;
    }
    now = taken(now, choices[0]);
  }
  insertBlock(view, now);
}

function taken(choosing: Choosing, choice: SubjectChoice): Choosing {
  const { as } = choosing.block.steps[choosing.step];
  return {
    ...choosing,
    chosen: { ...choosing.chosen, [as]: choice.value },
    words: [...choosing.words, choice.words],
    step: choosing.step + 1,
  };
}

/** Takes what was typed behind the slash away and goes on. */
function pick(view: EditorView, choosing: Choosing, to: number, ask: AskChoices): void {
  closeCompletion(view);
  view.dispatch({
    changes: { from: choosing.slash + 1, to },
    selection: { anchor: choosing.slash + 1 },
    effects: choose.of(choosing),
    userEvent: "delete",
  });
  void goOn(view, choosing, ask);
}

const FILTER = /^[^/\n]*$/;

function optionsOf(choosing: Choosing, choices: readonly SubjectChoice[], ask: AskChoices): Completion[] {
  return choices.map((choice, i) => ({
    label: choice.words,
    detail: choice.aside === choice.words ? undefined : choice.aside,
    ...inOrder(i),
    apply: (view, _option, _from, to) => pick(view, taken(choosing, choice), to, ask),
  }));
}

function blockOptions(slash: number, ask: AskChoices): Completion[] {
  return MENU_BLOCKS.map((block, i) => ({
    label: block.label,
    detail: block.shows,
    ...inOrder(i),
    apply: (view, _option, _from, to) => {
      const token = Symbol(block.label);
      pick(
        view,
        { slash, block, chosen: {}, words: [], step: 0, choices: null, problem: null, token },
        to,
        ask,
      );
    },
  }));
}

const sourceOf =
  (ask: AskChoices) =>
  ({ state, pos }: CompletionContext): CompletionResult | null => {
    const choosing = state.field(choosingField);
    if (choosing?.choices)
      return {
        from: choosing.slash + 1,
        options: optionsOf(choosing, choosing.choices, ask),
        validFor: FILTER,
      };
    const slash = choosing ? -1 : slashOf(state, pos);
    return slash < 0 ? null : { from: slash + 1, options: blockOptions(slash, ask), validFor: FILTER };
  };

const openedByPress = StateEffect.define<number>();

/** Where the slash stands that a press put there and nobody typed; gone with the next thing that is written. */
const pressField = StateField.define<number | null>({
  create: () => null,
  update(before, tr) {
    for (const effect of tr.effects) if (effect.is(openedByPress)) return effect.value;
    return tr.docChanged || tr.selection ? null : before;
  },
});

/** Takes a half-made block away, and a slash that nobody typed. */
function giveUp(view: EditorView): boolean {
  const slash = view.state.field(choosingField)?.slash ?? view.state.field(pressField);
  if (slash === null) return false;
  closeCompletion(view);
  const { head } = view.state.selection.main;
  view.dispatch({
    changes: { from: slash, to: head },
    effects: choose.of(null),
    userEvent: "delete",
  });
  return true;
}

/** Opens the menu at the cursor, as a slash that is typed there does. */
export function openMenu(view: EditorView): void {
  const { head } = view.state.selection.main;
  const { before, after } = apartFromBlock(view, head);
  const isBehindSpace = /^\s?$/.test(view.state.sliceDoc(Math.max(0, head - 1), head));
  const lead = before || (isBehindSpace ? "" : " ");
  const slash = head + lead.length;
  view.focus();
  view.dispatch({
    changes: { from: head, insert: `${lead}/${after}` },
    selection: { anchor: slash + 1 },
    effects: openedByPress.of(slash),
    scrollIntoView: true,
    userEvent: "input",
  });
  startCompletion(view);
}

/** The menu behind a slash, which finds blocks and what they are of. */
export function slashMenu(ask: AskChoices): Extension {
  return [
    choosingField,
    pressField,
    // Before the keys of the menu itself, whose Escape only closes it.
    Prec.highest(
      keymap.of([
        { key: "Escape", run: giveUp },
        // While choices are read, Enter waits with the menu.
        { key: "Enter", run: (view) => view.state.field(choosingField)?.choices === null },
      ]),
    ),
    autocompletion({
      override: [sourceOf(ask)],
      icons: false,
      interactionDelay: 0,
      activateOnTypingDelay: 0,
      updateSyncTime: 300,
      maxRenderedOptions: 200,
    }),
    // What was typed and fitted nothing closed the menu: taking it back opens it again.
    EditorView.updateListener.of(({ view, docChanged, transactions, state }) => {
      if (!docChanged || completionStatus(state) !== null) return;
      if (!transactions.some((tr) => tr.isUserEvent("delete.backward"))) return;
      const isAsked = state.field(choosingField)?.choices || slashOf(state, state.selection.main.head) >= 0;
      if (isAsked) queueMicrotask(() => startCompletion(view));
    }),
  ];
}
