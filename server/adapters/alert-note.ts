import type { Note } from "../contracts/external/verbs.ts";

const LEVELS: Record<string, NonNullable<Note["alert"]>["level"]> = {
  info: "info",
  warn: "warning",
  warning: "warning",
  error: "problem",
};

/** What an `alert()` of a client says: a sentence of the run's page, and an alert of the bench. */
export function alertNote(title: string | null, text: string | null, level: unknown, more = ""): Note {
  const told = LEVELS[typeof level === "string" ? level.toLowerCase() : ""] ?? "warning";
  return {
    level: told === "info" ? "info" : "warning",
    message: `${[title, text].filter(Boolean).join(": ")}${more}`,
    alert: { title: title ?? "", text: text ?? "", level: told },
  };
}
