import { type PrivateWord, wordFinder } from "./find-words.ts";
import { withoutShapes } from "./shapes.ts";

/** A network path as it stands in Markdown, where a pair of backslashes is an escape that drawing would turn into one. */
const RAW_NETWORK_PATH = /(?<![^\s"'`([])\\\\[\w.-]{2,255}\\[^\s"'`{}]*/g;

export const REMOVED = "(removed)";

/** A function that puts something else in the place of every one of these words. Pure. */
function wordReplacer(words: readonly PrivateWord[]): (text: string) => string {
  const find = wordFinder(words);
  return (text) => {
    let [rest, from] = ["", 0];
    for (const { start, end, word } of find(text)) {
      rest += text.slice(from, start) + (word.as ?? REMOVED);
      from = end;
    }
    return rest + text.slice(from);
  };
}

/**
 * A function that takes out every known name and everything shaped like a path, a host, a person or a remote. Names that others
 * stand for are replaced first, because a part of one may have such a shape. Pure.
 */
export function textAnonymiser(words: readonly PrivateWord[]): (text: string) => string {
  const rename = wordReplacer(words.filter(({ as }) => as !== undefined));
  const remove = wordReplacer(words.filter(({ as }) => as === undefined));
  const names = new Map(
    words.flatMap(({ text, as }): [string, string][] => (as === undefined ? [] : [[text, as]])),
  );
  return (text) => names.get(text) ?? remove(withoutShapes(rename(text), REMOVED));
}

/** Takes network paths out of Markdown before it is read, because reading turns their backslashes into something else. Pure. */
export const anonymiseSource = (markdown: string): string => markdown.replace(RAW_NETWORK_PATH, REMOVED);
