import type { Comparator, ReportedCell } from "../../contracts/reported/table.ts";
import { unitOf } from "../../contracts/reported/units.ts";

const EMPTY: ReportedCell = {
  text: "",
  kind: "empty",
  value: null,
  low: null,
  high: null,
  comparator: null,
  approximate: false,
  signed: false,
  unit: null,
  decimals: null,
  hits: null,
  n: null,
  plusMinus: null,
  bold: false,
  mark: null,
};

const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f]/g;
const COMPARATOR: Record<string, Comparator> = {
  "≥": ">=",
  ">=": ">=",
  "⩾": ">=",
  "≤": "<=",
  "<=": "<=",
  "⩽": "<=",
  ">": ">",
  "<": "<",
};

/** A number as people print it: signs of all kinds, groups of three, a decimal comma, an exponent. */
const NUMBER = String.raw`[+-]?(?:\d{1,3}(?:[ ,]\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+)(?:e[+-]?\d+)?`;
const UNITS = String.raw`%|pp|percentage points?|ms|sec(?:onds?)?|s|min(?:utes?)?|hours?|hrs?|h|days?|d|ki?b|mi?b|gi?b|ti?b|[kmb](?![a-z])|x|×|-?fold|times|tokens?|tok|steps?|nats?`;
const WHOLE = new RegExp(String.raw`^(${NUMBER})\s*(${UNITS})?$`, "i");
const RANGE = new RegExp(
  String.raw`^(${NUMBER})\s*(${UNITS})?\s*(?:-|to|\.\.\.?|…)\s*(${NUMBER})\s*(${UNITS})?$`,
  "i",
);
const FRACTION = new RegExp(
  String.raw`^(\d+)\s*/\s*(\d+)(?:\s*(?:=|\(|:)?\s*(${NUMBER})\s*(%)\s*\)?)?$`,
  "i",
);
const WITH_N = /\s*[([]\s*(?:n\s*=\s*)(\d[\d ,]*)\s*[)\]]$/i;
const OF_N = /\s*[([]\s*(\d+)\s*\/\s*(\d+)\s*[)\]]$/;
const PLUS_MINUS = new RegExp(
  String.raw`^(${NUMBER})\s*(${UNITS})?\s*(?:±|\+\/-|\\pm)\s*(${NUMBER})\s*(${UNITS})?$`,
  "i",
);
const DURATION =
  /^(?:(\d+(?:\.\d+)?)\s*h(?:ours?|rs?)?)?\s*(?:(\d+(?:\.\d+)?)\s*min(?:utes?)?|(\d+(?:\.\d+)?)\s*m(?=\s*\d))?\s*(?:(\d+(?:\.\d+)?)\s*s(?:ec(?:onds?)?)?)?$/i;
const MARKS: [RegExp, "met" | "missed"][] = [
  [/✅|✓|✔|☑/u, "met"],
  [/❌|✗|✘|☒/u, "missed"],
];
const MARK_WORDS: [RegExp, "met" | "missed"][] = [
  [/^(met|pass(?:ed)?|achieved|reached|yes|done|ok)$/i, "met"],
  [/^(missed|not met|fail(?:ed)?|not (?:achieved|reached)|no)$/i, "missed"],
];

/** One spelling of signs and blanks, so that rules see numbers and not typography. */
const plainOf = (text: string): string =>
  text
    .replaceAll(SPACES, " ")
    .replaceAll(/[\u2212\u2010\u2011\u2012\u2013\u2014\uff0d]/g, "-")
    .replaceAll(/\s+/g, " ")
    .trim();

interface Printed {
  value: number;
  decimals: number;
}

/** "1,600" is sixteen hundred, "38,8" has a decimal comma; which is which is told by the digits behind. */
export function readNumber(text: string): Printed {
  const bare = text.replaceAll(" ", "");
  const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?(e.*)?$/i.test(bare);
  const plain = grouped ? bare.replaceAll(",", "") : bare.replace(",", ".");
  const [digits, exponent] = plain.toLowerCase().split("e");
  const decimals = (digits.split(".")[1]?.length ?? 0) - Number(exponent ?? 0);
  return { value: Number(plain), decimals: Math.max(0, decimals) };
}

/** What a printed cell says. Text that is no number stays text; nothing is guessed. */
export function readCell(printed: string, bold = false): ReportedCell {
  let text = plainOf(printed);
  const mark =
    MARKS.find(([pattern]) => pattern.test(text))?.[1] ??
    MARK_WORDS.find(([pattern]) => pattern.test(text))?.[1] ??
    null;
  const cell: ReportedCell = { ...EMPTY, text, bold, mark };
  for (const [pattern] of MARKS)
    text = text
      .replace(pattern, "")
      .replaceAll(/[\ufe0f⚠]/gu, "")
      .trim();
  if (/^(-+|n\/?a|none|null|\?|\.+)?$/i.test(text)) return mark ? { ...cell, kind: "text" } : cell;
  const withN = WITH_N.exec(text);
  const ofN = withN ? null : OF_N.exec(text);
  if (withN) cell.n = readNumber(withN[1]).value;
  if (ofN) [cell.hits, cell.n] = [Number(ofN[1]), Number(ofN[2])];
  text = text
    .replace(WITH_N, "")
    .replace(OF_N, "")
    .replace(/[*†‡§]+$/u, "")
    .trim();
  // "✅ (200)" counts.
  text = /^\([^()]+\)$/.test(text) ? text.slice(1, -1).trim() : text;
  const approximate = /^(?:~|≈|∼|about |approx\.? |ca\.? |\\sim ?)/i.exec(text);
  if (approximate) text = text.slice(approximate[0].length).trim();
  cell.approximate = approximate !== null;
  return (
    readTarget(text, cell) ??
    readFraction(text, cell) ??
    readPlusMinus(text, cell) ??
    readRange(text, cell) ??
    readPlain(text, cell) ??
    readDuration(text, cell) ?? { ...cell, kind: "text" }
  );
}

/** "at least 70%", "under 5 s", "90%+": the sign that each stands for. */
const COMPARED_IN_WORDS: [RegExp, string][] = [
  [/^(?:at least|min(?:imum|\.)?|no less than)\s+(.+)$/i, ">="],
  [/^(?:more than|over|above|greater than)\s+(.+)$/i, ">"],
  [/^(?:at most|max(?:imum|\.)?|up to|no more than)\s+(.+)$/i, "<="],
  [/^(?:less than|under|below|fewer than)\s+(.+)$/i, "<"],
  [/^(.+)\+$/, ">="],
];

function comparedIn(text: string): [sign: string, rest: string] | null {
  const found = /^(≥|>=|⩾|≤|<=|⩽|>|<)\s*(.+)$/.exec(text);
  if (found) return [found[1], found[2]];
  for (const [pattern, sign] of COMPARED_IN_WORDS) {
    const worded = pattern.exec(text);
    if (worded) return [sign, worded[1]];
  }
  return null;
}

function readTarget(text: string, cell: ReportedCell): ReportedCell | null {
  const found = comparedIn(text);
  const whole = found && WHOLE.exec(found[1]);
  if (!found || !whole) return null;
  return {
    ...cell,
    kind: "target",
    comparator: COMPARATOR[found[0]],
    unit: unitOf(whole[2]),
    ...readNumber(whole[1]),
  };
}

function readFraction(text: string, cell: ReportedCell): ReportedCell | null {
  const found = FRACTION.exec(text);
  if (!found || Number(found[2]) === 0) return null;
  const [hits, n] = [Number(found[1]), Number(found[2])];
  return found[3] === undefined
    ? { ...cell, kind: "number", hits, n, value: (100 * hits) / n, unit: "%", decimals: null }
    : { ...cell, kind: "number", hits, n, unit: "%", ...readNumber(found[3]) };
}

function readPlusMinus(text: string, cell: ReportedCell): ReportedCell | null {
  const found = PLUS_MINUS.exec(text);
  if (!found) return null;
  const unit = unitOf(found[2] ?? found[4]);
  return { ...cell, kind: "number", unit, plusMinus: readNumber(found[3]).value, ...readNumber(found[1]) };
}

function readRange(text: string, cell: ReportedCell): ReportedCell | null {
  const found = RANGE.exec(text);
  if (!found) return null;
  const [low, high] = [readNumber(found[1]), readNumber(found[3])];
  if (low.value > high.value) return null;
  return {
    ...cell,
    kind: "range",
    low: low.value,
    high: high.value,
    unit: unitOf(found[4] ?? found[2]),
    decimals: Math.min(low.decimals, high.decimals),
  };
}

function readPlain(text: string, cell: ReportedCell): ReportedCell | null {
  const found = WHOLE.exec(text);
  if (!found) return null;
  return {
    ...cell,
    kind: "number",
    signed: text.startsWith("+"),
    unit: unitOf(found[2]),
    ...readNumber(found[1]),
  };
}

/** "23 min 34 sec" in minutes, "5 h 20 min" in hours: by its largest part. */
function readDuration(text: string, cell: ReportedCell): ReportedCell | null {
  const found = DURATION.exec(text);
  if (!found || text === "") return null;
  const [hours, minutes, seconds] = [found[1], found[2] ?? found[3], found[4]].map((part) =>
    Number(part ?? 0),
  );
  const total = hours * 3600 + minutes * 60 + seconds;
  const unit = found[1] === undefined ? ((found[2] ?? found[3]) === undefined ? "s" : "min") : "h";
  return { ...cell, kind: "number", unit, value: total / { h: 3600, min: 60, s: 1 }[unit], decimals: null };
}
