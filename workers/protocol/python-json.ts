/** What Python writes into JSON that JSON does not have. */

const [QUOTE, BACKSLASH, UPPER_N, UPPER_I] = [0x22, 0x5c, 0x4e, 0x49];

/** The place behind the text that begins at `at`; the end of everything where it is not closed. */
function pastText(text: string, at: number): number {
  for (at += 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at + 1;
  }
  return text.length;
}

/** JSON text with something else in place of bare NaN, Infinity and -Infinity, in one pass from the front. Texts are passed over. */
export function bareWords(text: string, instead: (word: string) => string): string {
  const parts: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = pastText(text, at);
    else if (code !== UPPER_N && code !== UPPER_I) at += 1;
    else {
      const word = code === UPPER_N ? "NaN" : "Infinity";
      const end = at + word.length;
      if (text.startsWith(word, at)) {
        const start = code === UPPER_I && text[at - 1] === "-" ? at - 1 : at;
        parts.push(text.slice(done, start), instead(text.slice(start, end)));
        done = end;
      }
      at = end;
    }
  }
  return parts.join("") + text.slice(done);
}
