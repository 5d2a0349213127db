import type { MarkdownIt } from "markdown-it";

/** Characters an inline number may have; without a bound a text of nothing but openings would be read again from each. */
const LONGEST_NUMBER = 2000;

/** Index of the `}}` that ends an inline number; one inside double quotes does not count. -1 where there is none. */
function endOfNumber(src: string, from: number, max: number): number {
  let quoted = false;
  for (let i = from; i < max; i++) {
    const c = src[i];
    if (quoted && c === "\\") i++;
    else if (c === '"') quoted = !quoted;
    else if (!quoted && c === "}" && src[i + 1] === "}") return i;
  }
  return -1;
}

/** `{{number metric: eval/rr_at_5; run: run_…}}` becomes a token `report_query` with the kind and the text. */
function inlineQueries(md: MarkdownIt): void {
  md.inline.ruler.before("escape", "report_query", (state, silent) => {
    if (!state.src.startsWith("{{", state.pos)) return false;
    const kind = /^\{\{\s*([a-z][a-z-]*)(?=[\s}])/.exec(state.src.slice(state.pos, state.pos + 60));
    if (!kind) return false;
    const start = state.pos + kind[0].length;
    const end = endOfNumber(state.src, start, Math.min(state.posMax, start + LONGEST_NUMBER));
    if (end < 0) return false;
    if (!silent) {
      const token = state.push("report_query", "", 0);
      token.info = kind[1];
      token.content = state.src.slice(start, end);
      token.markup = state.src.slice(state.pos, end + 2);
    }
    state.pos = end + 2;
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
