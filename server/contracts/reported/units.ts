const UNIT_NAMES: [RegExp, string][] = [
  [/^(pp|percentage points?)$/i, "pp"],
  [/^(sec(?:onds?)?|s)$/i, "s"],
  [/^min(?:utes?)?$/i, "min"],
  [/^(hours?|hrs?|h)$/i, "h"],
  [/^(days?|d)$/i, "d"],
  [/^(?:[x×]|-?fold|times)$/i, "x"],
  [/^(tokens?|tok)$/i, "tokens"],
  [/^steps?$/i, "steps"],
  [/^nats?$/i, "nats"],
];

/** One name for the spellings of a unit. */
export const unitOf = (text: string | undefined): string | null =>
  text === undefined || text === ""
    ? null
    : (UNIT_NAMES.find(([pattern]) => pattern.test(text))?.[1] ??
      (text.length <= 3 ? text : text.toLowerCase()));

/** "Time (min)", "pass@8 [%]", "RR %": a unit that the head of a column names. */
const HEAD_UNIT =
  /[[(]\s*(%|pp|ms|s|sec|min|minutes|h|hours|GB|GiB|MB|MiB|tokens|k|M)\s*[\])]\s*$|\s(%|pp)$/i;

/** The unit that a name ends with; null where it names none. */
export function headUnit(name: string): string | null {
  const found = HEAD_UNIT.exec(name);
  return found ? unitOf(found[1] ?? found[2]) : null;
}
