const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** What is said where a text is none of these. */
export const TIME_LIMIT_FORM = "a number with its unit, as 90s, 45m, 12h or 2d";
export const RETRIES_RULE = "The number of retries is a whole number.";

/** A time as people type it, "90s", "45m", "12h" or "2d", in seconds; null where it is none. */
export function parseTimeLimit(text: string): number | null {
  const found = /^(\d{1,9})\s?([smhd])$/.exec(text.trim());
  return found ? Number(found[1]) * SECONDS[found[2] as keyof typeof SECONDS] : null;
}

/** What a launch form or a command line chose, as typed; null where a text cannot be read. */
export function limitsOfTexts(texts: {
  time: string;
  retries: string;
}): { timeLimitS?: number; retries?: number } | null {
  const timeLimitS = texts.time.trim() === "" ? undefined : parseTimeLimit(texts.time);
  const retries = texts.retries.trim() === "" ? undefined : Number(texts.retries);
  if (timeLimitS === null || (retries !== undefined && !Number.isInteger(retries))) return null;
  return { ...(timeLimitS !== undefined && { timeLimitS }), ...(retries !== undefined && { retries }) };
}
