import { FloatNumber } from "./float-number.ts";

/** A JSON text with the line on which each value stands, so that an error can point at it. */
export interface LocatedJson {
  value: unknown;
  /** Line, from 1, of the value at a path; of the nearest value around it where the path leads nowhere. */
  lineOf(path: readonly PropertyKey[]): number;
}

/** The text is no JSON. `line` is from 1. */
export class JsonSyntaxError extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.name = "JsonSyntaxError";
    this.line = line;
  }
}

const keyOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String));

/** Deepest nesting that is read: a recipe has less, and a deeper text is none. */
const DEEPEST = 32;

/** A string, a number, or one of three words, as JSON writes them. */
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

/**
 * Reads a JSON text. A key that stands twice is refused: parsers differ in which one they take. Below the path `floatsBelow`
 * a number that is written as a float stays one, 1.0 as 1.0. Throws `JsonSyntaxError`.
 */
export function readLocatedJson(text: string, floatsBelow: readonly string[] | null = null): LocatedJson {
  const lines = new Map<string, number>();
  let at = 0;

  /** Line breaks are counted once, since places are asked for in their order. `next` is that of the one behind the last. */
  const counted = { next: text.indexOf("\n"), line: 1 };
  const lineAt = (offset: number): number => {
    while (counted.next !== -1 && counted.next < offset) {
      counted.next = text.indexOf("\n", counted.next + 1);
      counted.line += 1;
    }
    return counted.line;
  };
  const fail = (what: string): never => {
    throw new JsonSyntaxError(what, lineAt(at));
  };
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const skip = () => void take(SPACE);
  const seen = () => (at < text.length ? JSON.stringify(text[at]) : "the end of the file");

  function string(): string {
    const found = take(STRING);
    return found === null ? fail(`a text in double quotes is expected, not ${seen()}`) : JSON.parse(found);
  }

  function object(path: readonly PropertyKey[]): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    at += 1;
    skip();
    if (text[at] === "}") return (void (at += 1), made);
    for (;;) {
      skip();
      const key = string();
      if (Object.hasOwn(made, key)) fail(`"${key.slice(0, 80)}" stands here twice`);
      skip();
      if (text[at] !== ":") fail(`a colon is expected after "${key.slice(0, 80)}", not ${seen()}`);
      at += 1;
      const value = any([...path, key]);
      Object.defineProperty(made, key, { value, enumerable: true, writable: true, configurable: true });
      skip();
      if (text[at] === "}") return (void (at += 1), made);
      if (text[at] !== ",") fail(`a comma or "}" is expected, not ${seen()}`);
      at += 1;
    }
  }

  function array(path: readonly PropertyKey[]): unknown[] {
    const made: unknown[] = [];
    at += 1;
    skip();
    if (text[at] === "]") return (void (at += 1), made);
    for (;;) {
      made.push(any([...path, made.length]));
      skip();
      if (text[at] === "]") return (void (at += 1), made);
      if (text[at] !== ",") fail(`a comma or "]" is expected, not ${seen()}`);
      at += 1;
    }
  }

  function any(path: readonly PropertyKey[]): unknown {
    skip();
    if (path.length > DEEPEST) fail(`values are nested more than ${DEEPEST} deep`);
    lines.set(keyOf(path), lineAt(at));
    if (text[at] === "{") return object(path);
    if (text[at] === "[") return array(path);
    if (text[at] === '"') return string();
    const found = take(SCALAR);
    if (found === null) return fail(`a value is expected, not ${seen()}`);
    const isFloat = /^-?\d.*[.eE]/.test(found) && floatsBelow?.every((key, i) => path[i] === key);
    return isFloat ? new FloatNumber(Number(found)) : JSON.parse(found);
  }

  const value = any([]);
  skip();
  if (at < text.length) fail(`nothing may follow the last bracket, and here stands ${seen()}`);
  return {
    value,
    lineOf(path) {
      for (let length = path.length; length >= 0; length--) {
        const line = lines.get(keyOf(path.slice(0, length)));
        if (line !== undefined) return line;
      }
      return 1;
    },
  };
}
