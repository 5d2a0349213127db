import { z } from "zod";
import { LONGEST_METRIC_NAME } from "../../../workers/protocol/names.ts";
import { nameSchema } from "../name-schema.ts";
import { ALERT_LEVELS, ALERT_LIMITS, CONDITIONS, RULE_SCOPES, SPAN_UNITS } from "./words.ts";

/**
 * When to say something of a metric. "above" and "below" hold from point to point, over at least `span` of its own x or of its
 * points' time; a span of 0 asks for one point. "silent" means that no new value came for so many minutes.
 */
const Condition = {
  condition: z.enum(CONDITIONS),
  value: z.number({ error: "Write a number to compare with." }).nullable(),
  span: z.number().min(0, "A span is 0 or more."),
  unit: z.enum(SPAN_UNITS),
};

const Scope = {
  scope: z.enum(RULE_SCOPES),
  /** Id of the experiment or run, or the tag; null for the project. */
  of: z.string().max(60).nullable(),
};

interface Wanted {
  condition: (typeof CONDITIONS)[number];
  value: number | null;
  span: number;
  unit: (typeof SPAN_UNITS)[number];
  scope: (typeof RULE_SCOPES)[number];
  of: string | null;
}

/** What is wrong with the parts of a rule taken together, with the field it belongs to; null where nothing is. */
function issueOf({
  condition,
  value,
  span,
  unit,
  scope,
  of,
}: Wanted): { path: string; message: string } | null {
  if (condition !== "silent" && value === null)
    return { path: "value", message: "Write a number to compare with." };
  if (condition === "silent" && unit !== "minutes")
    return {
      path: "unit",
      message: "Without a new value there is no new step; silence is counted in minutes.",
    };
  if (condition === "silent" && span <= 0)
    return { path: "span", message: "Say for how many minutes no value came." };
  if (span > ALERT_LIMITS[unit])
    return { path: "span", message: `A span has at most ${ALERT_LIMITS[unit]} ${unit}.` };
  if (scope !== "project" && !of) return { path: "of", message: `Name the ${scope} that it watches.` };
  return null;
}

export const AlertRuleInput = z
  .object({
    name: nameSchema({ what: "The name of a rule", most: 120, missing: null }).default(""),
    metric: z.string().trim().min(1, "Name a metric.").max(LONGEST_METRIC_NAME),
    ...Condition,
    ...Scope,
    level: z.enum(ALERT_LEVELS).default("warning"),
  })
  .superRefine((wanted, context) => {
    const issue = issueOf(wanted);
    if (issue) context.addIssue({ code: "custom", path: [issue.path], message: issue.message });
  });
export type AlertRuleInput = z.input<typeof AlertRuleInput>;

export const ChangeRuleInput = z.object({
  id: z.string().max(60),
  /** Another condition counts as another rule: what fired for the old one fires anew. */
  rule: AlertRuleInput.optional(),
  enabled: z.boolean().optional(),
});
export type ChangeRuleInput = z.input<typeof ChangeRuleInput>;

/** A rule with what a person wants to know of it. */
export const AlertRuleRow = z.object({
  /** The kind of alert for one that is built in. */
  id: z.string(),
  builtIn: z.boolean(),
  name: z.string(),
  /** When it fires, in words. */
  when: z.string(),
  /** What it watches, in words. */
  watches: z.string(),
  /** Null for what is built in. */
  wanted: z
    .object({
      name: z.string(),
      metric: z.string(),
      ...Condition,
      ...Scope,
      level: z.enum(ALERT_LEVELS),
    })
    .nullable(),
  enabled: z.boolean(),
  /** How often it fired, muted or not. */
  fired: z.number().int(),
  mutedUntil: z.number().int().nullable(),
  muted: z.boolean(),
});
export type AlertRuleRow = z.infer<typeof AlertRuleRow>;
