import type { MarkdownIt } from "markdown-it";
import { inlineQueryAt } from "../../../contracts/reports/report-text.ts";

/** `{{number metric: reward/raw; run: run_…}}` becomes a token `report_query` with the kind and the text. */
function inlineQueries(md: MarkdownIt): void {
  md.inline.ruler.before("escape", "report_query", (state, silent) => {
    const query = inlineQueryAt(state.src, state.pos, state.posMax);
    if (!query) return false;
    if (!silent) {
      const token = state.push("report_query", "", 0);
      token.info = query.kind;
      token.content = query.content;
      token.markup = state.src.slice(state.pos, query.end);
    }
    state.pos = query.end;
    return true;
  });
}

/** `$x$` inside a line. A dollar beside a space or before a digit is money, as in pandoc. */
function inlineMath(md: MarkdownIt): void {
  md.inline.ruler.after("escape", "math_inline", (state, silent) => {
    if (state.src[state.pos] !== "$" || state.src[state.pos + 1] === "$") return false;
    const found = /^\$(?=\S)((?:\\[\s\S]|[^$\\])*?\S)\$(?!\d)/.exec(state.src.slice(state.pos, state.posMax));
    if (!found) return false;
    if (!silent) {
      const token = state.push("math_inline", "", 0);
      token.content = found[1];
    }
    state.pos += found[0].length;
    return true;
  });
}

/** `$$` … `$$` on lines of their own, or on one line. */
function blockMath(md: MarkdownIt): void {
  md.block.ruler.before(
    "fence",
    "math_block",
    (state, startLine, endLine, silent) => {
      const lineOf = (line: number) =>
        state.src.slice(state.bMarks[line] + state.tShift[line], state.eMarks[line]);
      const first = lineOf(startLine).trimEnd();
      if (!first.startsWith("$$")) return false;
      const oneLine = first.length > 4 && first.endsWith("$$");
      let last = startLine;
      if (!oneLine) {
        do last++;
        while (last < endLine && !lineOf(last).trimEnd().endsWith("$$"));
        if (last >= endLine) return false;
      }
      if (silent) return true;
      const text = Array.from({ length: last - startLine + 1 }, (_, i) => lineOf(startLine + i)).join("\n");
      const token = state.push("math_block", "", 0);
      token.content = text.trim().replace(/^\$\$/, "").replace(/\$\$$/, "").trim();
      token.map = [startLine, last + 1];
      state.line = last + 1;
      return true;
    },
    { alt: ["paragraph", "blockquote", "list"] },
  );
}

/** What a report's Markdown knows beyond CommonMark and tables. */
export function reportRules(md: MarkdownIt): void {
  inlineQueries(md);
  inlineMath(md);
  blockMath(md);
}
