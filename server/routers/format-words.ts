import type { z } from "zod";

const FORMATS: Record<string, string> = {
  uuid: "a uuid",
  guid: "a uuid",
  email: "an e-mail address",
  url: "a web address",
  date: "a date such as 2026-01-31",
  time: "a time of day such as 12:00:00",
  datetime: "a time such as 2026-01-31T12:00:00Z",
  duration: "a duration such as PT1H",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  base64: "base64",
  json_string: "JSON",
};

/** The part of a text that a format asks for. */
type Parts = Partial<Record<"prefix" | "suffix" | "includes" | "pattern", string>>;

/** Which form a text must have: by its name, by what is in it, or else by the pattern it has to fit. */
export function formatWords(
  field: string,
  issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>,
): string {
  const { prefix, suffix, includes, pattern } = issue as Parts;
  if (prefix !== undefined) return `${field} must begin with ${prefix}.`;
  if (suffix !== undefined) return `${field} must end with ${suffix}.`;
  if (includes !== undefined) return `${field} must contain ${includes}.`;
  if (Object.hasOwn(FORMATS, issue.format)) return `${field} must be ${FORMATS[issue.format]}.`;
  return pattern === undefined
    ? `${field} has not the form it needs.`
    : `${field} does not fit the pattern ${pattern.replace(/^\/(.*)\/\w*$/, "$1")}.`;
}
