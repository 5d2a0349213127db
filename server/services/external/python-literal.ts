/** What Python writes for a value: a text, a number, a list or tuple, a dict by the text of its keys, True, False or None. */
export type PythonValue = string | number | boolean | null | PythonValue[] | { [key: string]: PythonValue };

const TOKEN =
  /\s*(?:([[\](){},:])|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?![\w.])|(True|False|None)\b)/sy;
const WORDS: Readonly<Record<string, boolean | null>> = { True: true, False: false, None: null };
const CLOSING: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}" };
const DEEPEST = 20;

class NotPython extends Error {}

function* tokensOf(text: string): Generator<{ mark: string } | { value: string | number | boolean | null }> {
  TOKEN.lastIndex = 0;
  let end = 0;
  while (text.slice(end).trim() !== "") {
    TOKEN.lastIndex = end;
    const found = TOKEN.exec(text);
    if (!found) throw new NotPython();
    end = TOKEN.lastIndex;
    const [, mark, single, double, number, word] = found;
    if (mark !== undefined) yield { mark };
    else if (number !== undefined) yield { value: Number(number) };
    else if (word !== undefined) yield { value: WORDS[word] };
    else yield { value: (single ?? double).replaceAll(/\\(['"\\])/g, "$1") };
  }
}

/** A list, tuple or dict as Python's `str` writes it; undefined for any other text, numbers and words included. */
export function readPython(text: string): PythonValue | undefined {
  if (!/^\s*[[({][\s\S]*[\])}]\s*$/.test(text)) return undefined;
  const tokens = tokensOf(text);
  const next = () => {
    const { value, done } = tokens.next();
    if (done) throw new NotPython();
    return value;
  };
  function read(token: ReturnType<typeof next>, depth: number): PythonValue {
    if ("value" in token) return token.value;
    const closing = CLOSING[token.mark];
    if (closing === undefined || depth > DEEPEST) throw new NotPython();
    const items: PythonValue[] = [];
    const entries: [string, PythonValue][] = [];
    for (let token = next(); !("mark" in token && token.mark === closing); token = next()) {
      if ("mark" in token && token.mark === ",") continue;
      const item = read(token, depth + 1);
      if (closing !== "}") {
        items.push(item);
        continue;
      }
      const colon = next();
      if (!("mark" in colon) || colon.mark !== ":" || typeof item === "object") throw new NotPython();
      entries.push([String(item), read(next(), depth + 1)]);
    }
    return closing === "}" ? Object.fromEntries(entries) : items;
  }
  try {
    const value = read(next(), 0);
    return tokens.next().done ? value : undefined;
  } catch (error) {
    if (error instanceof NotPython) return undefined;
    throw error;
  }
}
