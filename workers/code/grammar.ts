/**
 * The language that the policy writes: a context-free grammar whose words are JavaScript. Every variable may stand everywhere,
 * so that a program can name what its skeleton does not have, as programs of beginners do; it then throws.
 */

/** A whole body, an expression, a condition, a divisor, a list or text to go over, a direction. */
export const SYMBOLS = ["P", "E", "C", "K", "L", "D"] as const;
export type Symbol = (typeof SYMBOLS)[number];

export interface Production {
  id: number;
  /** Name by which a derivation calls it. */
  name: string;
  symbol: Symbol;
  /** The text between the holes; one more than there are holes. */
  text: readonly string[];
  holes: readonly Symbol[];
}

/** Bodies of `function solve(a, b, c)`. */
const BODIES: Record<string, string> = {
  expr: "return <E>;",
  map: "const out = [];\nfor (let i = 1; i <= a; i++) out.push(<E>);\nreturn out;",
  fold: "let p = <E>;\nfor (const x of <L>) p = <E>;\nreturn <E>;",
  fold2: "let p = <E>, q = <E>;\nfor (const x of <L>) {\n  p = <E>;\n  q = <E>;\n}\nreturn <E>;",
  repeat2: "let p = <E>, q = <E>;\nfor (let i = 0; i < a; i++) [p, q] = [<E>, <E>];\nreturn <E>;",
  loop: "let p = <E>;\nwhile (<C>) p = <E>;\nreturn <E>;",
  keep: "const out = [];\nfor (const x of <L>) if (<C>) out.push(<E>);\nreturn out;",
  pairs:
    "for (let i = 0; i < a.length; i++)\n  for (let j = <E>; j < a.length; j++) if (<C>) return <E>;\nreturn <E>;",
  bisect:
    "let i = 0, j = a.length - 1;\nwhile (<C>) {\n  const k = Math.floor((i + j) / 2);\n  if (<C>) return <E>;\n  if (<C>) i = <E>;\n  else j = <E>;\n}\nreturn <E>;",
  mirror:
    "const s = <L>;\nlet i = 0, j = s.length - 1;\nwhile (<C>) {\n  if (<C>) return <E>;\n  i = <E>;\n  j = <E>;\n}\nreturn <E>;",
  match:
    'const st = [], partner = { ")": "(", "]": "[", "}": "{" };\nfor (const x of <L>) {\n  if (<C>) st.push(<E>);\n  else if (<C>) return <E>;\n}\nreturn <E>;',
  evaluate:
    "const st = [];\nfor (const x of <L>) {\n  if (<C>) {\n    const q = st.pop(), p = st.pop();\n    st.push(<E>);\n  } else st.push(<E>);\n}\nreturn <E>;",
  infix:
    'const st = [], ops = [];\nconst level = (x) => <E>;\nconst apply = () => {\n  const x = ops.pop(), q = st.pop(), p = st.pop();\n  st.push(<E>);\n};\nfor (const x of <L>) {\n  if (x === "(") ops.push(x);\n  else if (x === ")") {\n    while (ops.length > 0 && ops[ops.length - 1] !== "(") apply();\n    ops.pop();\n  } else if (<C>) {\n    while (ops.length > 0 && ((y) => <C>)(ops[ops.length - 1])) apply();\n    ops.push(x);\n  } else st.push(<E>);\n}\nwhile (ops.length > 0) apply();\nreturn <E>;',
  table:
    "const t = Array.from({ length: a.length + 1 }, () => Array(b.length + 1).fill(0));\nfor (let i = 0; i <= a.length; i++)\n  for (let j = 0; j <= b.length; j++) {\n    if (i === 0 || j === 0) t[i][j] = <E>;\n    else if (a[i - 1] === b[j - 1]) t[i][j] = <E>;\n    else t[i][j] = <E>;\n  }\nreturn t[a.length][b.length];",
  choose:
    "const t = Array(c + 1).fill(<E>);\nfor (let i = 0; i < a.length; i++)\n  for (<D>) if (<C>) t[j] = <E>;\nreturn t[c];",
  reach:
    "const n = <E>, t = Array(n + 1).fill(<E>);\nt[0] = <E>;\nfor (let j = 1; j <= n; j++)\n  for (const x of <L>) if (<C>) t[j] = <E>;\nreturn <E>;",
  earlier:
    "const t = [];\nfor (let i = 0; i < a.length; i++) {\n  t[i] = <E>;\n  for (let j = 0; j < i; j++) if (<C>) t[i] = <E>;\n}\nreturn <E>;",
  join: "const out = [];\nfor (const x of <L>) {\n  const y = out[out.length - 1];\n  if (y && (<C>)) y[1] = <E>;\n  else out.push(<E>);\n}\nreturn out;",
  middle: "const s = <L>, k = Math.floor(s.length / 2);\nreturn <E>;",
  levels:
    "let p = <E>;\nfor (let i = 0; i < a.length; i++) {\n  const l = Math.max(...a.slice(0, i + 1)), r = Math.max(...a.slice(i));\n  p = <E>;\n}\nreturn p;",
  place:
    "let n = 0;\nconst st = [];\nconst go = (i) => {\n  if (i === a) n += 1;\n  else\n    for (let x = 0; x < a; x++)\n      if (st.every((y, j) => <C>)) {\n        st.push(x);\n        go(i + 1);\n        st.pop();\n      }\n};\ngo(0);\nreturn n;",
  recurse: "const go = (i) => (<C> ? <E> : <E>);\nreturn go(a);",
};

const VARIABLES = ["a", "b", "c", "i", "j", "k", "l", "n", "p", "q", "r", "s", "st", "x", "y"];

const EXPRESSIONS: Record<string, string> = {
  ...Object.fromEntries(VARIABLES.map((name) => [name, name])),
  zero: "0",
  one: "1",
  two: "2",
  minus_one: "-1",
  infinity: "Infinity",
  minus_infinity: "-Infinity",
  no_text: '""',
  no_list: "[]",
  yes: "true",
  no: "false",
  fizz: '"Fizz"',
  buzz: '"Buzz"',
  fizzbuzz: '"FizzBuzz"',
  plus: '"+"',
  minus: '"-"',
  times: '"*"',
  open: '"("',
  add: "(<E> + <E>)",
  sub: "(<E> - <E>)",
  mul: "(<E> * <E>)",
  half: "(<E> / 2)",
  max: "Math.max(<E>, <E>)",
  min: "Math.min(<E>, <E>)",
  abs: "Math.abs(<E>)",
  if: "(<C> ? <E> : <E>)",
  size: "(<E>).length",
  in_a: "a[<E>]",
  in_b: "b[<E>]",
  in_s: "s[<E>]",
  in_t: "t[<E>]",
  first: "<E>[0]",
  second: "<E>[1]",
  text: "String(<E>)",
  number: "Number(<E>)",
  pair: "[<E>, <E>]",
  joined: '[...<L>].join("")',
  pop: "st.pop()",
  partner: "partner[<E>]",
  best: "Math.max(...t)",
  diagonal: "t[i - 1][j - 1]",
  up: "t[i - 1][j]",
  left: "t[i][j - 1]",
  go: "go(<E>)",
  level: "level(<E>)",
  truth: "(<C>)",
};

const CONDITIONS: Record<string, string> = {
  equal: "<E> === <E>",
  differ: "<E> !== <E>",
  less: "<E> < <E>",
  at_most: "<E> <= <E>",
  divides: "<E> % <K> === 0",
  not: "!(<C>)",
  and: "(<C> && <C>)",
  or: "(<C> || <C>)",
  holds: "<E>",
  seen: "out.includes(<E>)",
  opens: '"([{".includes(<E>)',
  operator: '"+-*".includes(<E>)',
  ends_here: "a.slice(0, j).endsWith(x)",
};

const DIVISORS = { by_2: "2", by_3: "3", by_5: "5", by_7: "7", by_15: "15" };

const LISTS: Record<string, string> = {
  list_a: "a",
  list_b: "b",
  both: "[...a, ...b]",
  words: 'a.split(" ")',
  lower: "a.toLowerCase()",
  letters: 'a.toLowerCase().replace(/[^a-z0-9]/g, "")',
  reversed: "[...<L>].reverse()",
  by_size: "[...<L>].sort((p, q) => p - q)",
  by_text: "[...<L>].sort()",
  by_start: "[...<L>].sort((p, q) => p[0] - q[0])",
};

const DIRECTIONS = { down: "let j = c; j >= 0; j--", rising: "let j = 0; j <= c; j++" };

const TEXTS: Record<Symbol, Record<string, string>> = {
  P: BODIES,
  E: EXPRESSIONS,
  C: CONDITIONS,
  K: DIVISORS,
  L: LISTS,
  D: DIRECTIONS,
};

const HOLE = /<([PECKLD])>/;

export const PRODUCTIONS: readonly Production[] = SYMBOLS.flatMap((symbol) =>
  Object.entries(TEXTS[symbol]).map(([name, text]) => ({ name, symbol, text })),
).map(({ name, symbol, text }, id) => {
  // A split by one group gives texts and symbols by turns.
  const parts = text.split(HOLE);
  return {
    id,
    name,
    symbol,
    text: parts.filter((_, k) => k % 2 === 0),
    holes: parts.filter((_, k) => k % 2 === 1) as Symbol[],
  };
});

const BY_NAME = new Map(PRODUCTIONS.map((production) => [production.name, production]));

/** The productions that may fill a hole of a symbol. */
export const CHOICES: Record<Symbol, readonly Production[]> = Object.fromEntries(
  SYMBOLS.map((symbol) => [symbol, PRODUCTIONS.filter((production) => production.symbol === symbol)]),
) as Record<Symbol, Production[]>;

/**
 * A derivation as it is written by hand, `fold(no_text, list_a, add(x, p), p)`, as the list of its productions in the order in
 * which holes are filled: the leftmost first. Throws for a name or a number of arguments that the grammar does not have.
 */
export function readDerivation(written: string): number[] {
  const words = written.match(/[a-z_0-9]+|[(),]/g) ?? [];
  let at = 0;
  const ids: number[] = [];
  const one = (symbol: Symbol) => {
    const name = words[at++];
    const production = BY_NAME.get(name);
    if (production?.symbol !== symbol) throw new Error(`"${name}" is no ${symbol} in ${written}.`);
    ids.push(production.id);
    production.holes.forEach((hole, k) => {
      if (words[at++] !== (k === 0 ? "(" : ","))
        throw new Error(`"${name}" lacks an argument in ${written}.`);
      one(hole);
    });
    if (production.holes.length > 0 && words[at++] !== ")")
      throw new Error(`"${name}" is not closed in ${written}.`);
  };
  one("P");
  if (at !== words.length) throw new Error(`There is more than one program in ${written}.`);
  return ids;
}

/** The program of a whole derivation. */
export function writeProgram(derivation: readonly number[]): string {
  let at = 0;
  const write = (): string => {
    const { text, holes } = PRODUCTIONS[derivation[at++]];
    return holes.reduce((sum, _, k) => sum + write() + text[k + 1], text[0]);
  };
  const body = write().replaceAll("\n", "\n  ");
  return `function solve(a, b, c) {\n  ${body}\n}\n`;
}
