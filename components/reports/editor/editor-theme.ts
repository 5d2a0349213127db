import { EditorView } from "@codemirror/view";

/**
 * What the engine draws, by our tokens. Its own rules stand outside the layers of our style sheets and win over them, so what
 * they say otherwise is said here; our own classes are in report-editor.css.
 */
export const EDITOR_THEME = EditorView.theme({
  "&": { fontSize: "14px", height: "100%", color: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--sans)", lineHeight: "24px" },
  ".cm-content": { minWidth: "0", padding: "10px 0 40px", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 14px" },
  ".cm-placeholder": { color: "var(--ink-3)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "1.5px" },
  "& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground":
    { background: "var(--now-tint)" },
  ".cm-specialChar": { color: "var(--crit)" },
  ".cm-tooltip": {
    border: "1px solid var(--rule-2)",
    borderRadius: "var(--radius-popup)",
    background: "var(--raised)",
    color: "var(--ink)",
    boxShadow: "var(--shadow)",
    zIndex: "30",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--sans)",
    fontSize: "13px",
    maxHeight: "min(420px, 50vh)",
    minWidth: "min(340px, calc(100vw - 56px))",
    maxWidth: "min(560px, calc(100vw - 44px))",
    padding: "4px 0",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    display: "flex",
    gap: "16px",
    alignItems: "baseline",
    minHeight: "28px",
    padding: "3px 12px",
    lineHeight: "22px",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    background: "var(--hover)",
    color: "var(--ink)",
    boxShadow: "inset 2px 0 0 var(--ink)",
  },
  ".cm-completionLabel": { flex: "0 1 auto", overflow: "hidden", textOverflow: "ellipsis" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-completionDetail": {
    flex: "1 1 0",
    margin: "0",
    color: "var(--ink-3)",
    fontStyle: "normal",
    fontSize: "12px",
    textAlign: "right",
    overflow: "hidden",
    textOverflow: "ellipsis",
  },
});
