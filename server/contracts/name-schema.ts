import { z } from "zod";
import { nameIssue, type NameRule } from "../../workers/protocol/names.ts";

/** The one schema of names that people and clients give to things, trimmed; every input that takes one is made by it. */
export const nameSchema = (rule: NameRule) =>
  z
    .string()
    .trim()
    .superRefine((name, context) => {
      const message = nameIssue(name, rule);
      if (message !== null) context.addIssue({ code: "custom", message });
    });
