/** Keys and values of a query, as written. */
export type Pairs = { ok: true; pairs: [key: string, value: string][] } | { ok: false; message: string };

const KEY = /^[a-z][a-z-]*$/;

/** Cuts at `;` and line ends that are outside double quotes. Null where a quote stays open. */
function cut(text: string): string[] | null {
  const parts: string[] = [];
  let [part, quoted] = ["", false];
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted && c === "\\" && i + 1 < text.length) part += c + text[++i];
    else if (!quoted && (c === ";" || c === "\n")) {
      parts.push(part);
      part = "";
    } else {
      if (c === '"') quoted = !quoted;
      part += c;
    }
  }
  return quoted ? null : [...parts, part];
}

function unquote(value: string): string {
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)?.[1];
  return inner === undefined ? value : inner.replace(/\\(.)/gs, "$1");
}

/**
 * Reads `key: value` pairs that are separated by line ends or `;`. A value that holds one of those, or starts or ends with
 * a space, stands in double quotes, where \ escapes. The same grammar serves blocks and inline numbers.
 */
export function readPairs(text: string): Pairs {
  const parts = cut(text);
  if (!parts) return { ok: false, message: "A double quote is not closed." };
  const pairs: [string, string][] = [];
  for (const part of parts) {
    const line = part.trim();
    if (line === "") continue;
    const colon = line.indexOf(":");
    const key = line.slice(0, Math.max(0, colon)).trim();
    if (!KEY.test(key))
      return {
        ok: false,
        message: `"${line.slice(0, 60)}" is not of the form key: value, for instance metric: reward/raw.`,
      };
    if (pairs.some(([known]) => known === key))
      return { ok: false, message: `The key "${key}" is given twice.` };
    pairs.push([key, unquote(line.slice(colon + 1).trim())]);
  }
  return { ok: true, pairs };
}
