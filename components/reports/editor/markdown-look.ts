import { defineLanguageFacet, Language, syntaxTree } from "@codemirror/language";
import { Compartment, EditorState, type Extension, type Range } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { parser, Table } from "@lezer/markdown";
import { LONGEST_MARKDOWN } from "#server/contracts/reports/report-limits.ts";

/** How parts of Markdown look while they are written, by the names of the parser. */
const MARKS: Record<string, string> = {
  StrongEmphasis: "text-strong",
  Emphasis: "text-em",
  InlineCode: "text-code",
  FencedCode: "text-code",
  CodeBlock: "text-code",
  URL: "text-dim",
  HeaderMark: "text-dim",
  EmphasisMark: "text-dim",
  CodeMark: "text-dim",
  LinkMark: "text-dim",
  QuoteMark: "text-dim",
  ListMark: "text-dim",
};
const HEADING = /^(?:ATX|Setext)Heading(\d)$/;

const mark = (name: string) => Decoration.mark({ class: name });
const LOOKS = new Map(Object.entries(MARKS).map(([name, look]) => [name, mark(look)]));
const HEADINGS = [1, 2, 3, 4, 5, 6].map((level) => mark(`text-heading text-h${level}`));

function look(view: EditorView): DecorationSet {
  const marks: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges)
    syntaxTree(view.state).iterate({
      from,
      to,
      enter({ name, from: start, to: end }) {
        const level = HEADING.exec(name);
        const found = level ? HEADINGS[Number(level[1]) - 1] : LOOKS.get(name);
        if (found && end > start) marks.push(found.range(start, end));
      },
    });
  return Decoration.set(marks, true);
}

const painter = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = look(view);
    }

    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
        this.decorations = look(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const markdown = [
  new Language(defineLanguageFacet(), parser.configure([Table]), [], "markdown").extension,
  painter,
];

/** Beyond this a text is plain: a paragraph is read whole after each key, and one may be as long as the text. */
const LONGEST_LOOK = 4 * LONGEST_MARKDOWN;
const PLAIN: Extension = [];
const lookPart = new Compartment();
const lookOf = (length: number): Extension => (length > LONGEST_LOOK ? PLAIN : markdown);

/**
 * Headings, emphasis and code of Markdown as they are told apart while it is written, in a text that begins with so many
 * characters. What is drawn is the report's own.
 */
export const markdownLook = (length: number): Extension => [
  lookPart.of(lookOf(length)),
  EditorState.transactionExtender.of(({ docChanged, newDoc, startState }) =>
    docChanged && lookOf(newDoc.length) !== lookPart.get(startState)
      ? { effects: lookPart.reconfigure(lookOf(newDoc.length)) }
      : null,
  ),
];
