import { ServiceError } from "../../errors.ts";
import { drawMarkdown } from "./markdown/draw-markdown.ts";
import { readMarkdown } from "./markdown/read-markdown.ts";
import { printTree } from "./html/print-tree.ts";

const drawWords = (markdown: string): void => {
  printTree(drawMarkdown(readMarkdown(markdown), () => []));
};

/** Refuses a text that could be stored and then never be shown. Its queries are not asked. */
export function requireDrawable(markdown: string, draw: (markdown: string) => void = drawWords): void {
  try {
    draw(markdown);
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : "the drawing failed";
    throw new ServiceError(
      "invalid",
      `This text cannot be drawn (${why}), so it was not saved. Shorten it or nest it less deeply.`,
      { field: "markdown" },
    );
  }
}
