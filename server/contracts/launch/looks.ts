import { z } from "zod";
import { MOST_LOOKS } from "./launch-limits.ts";

/** How many times a launch means to look at what it finds, and to add seeds in between: claims of each look share the level. */
export const DeclaredLooks = z
  .number()
  .int("Looks are a whole number.")
  .min(1)
  .max(MOST_LOOKS, `At most ${MOST_LOOKS} looks can be declared.`);

/** A look at an experiment, from 1, and the level of its claims. */
export const Look = z.object({ number: z.number().int(), level: z.number() });
export type Look = z.infer<typeof Look>;

/** The seeds that were added after the first look, alone, at the full level; null where they are too few for an interval. */
export const Confirmation = z.object({
  value: z.number(),
  low: z.number(),
  high: z.number(),
  p: z.number(),
  n: z.number().int(),
  nBaseline: z.number().int(),
  /** The interval excludes 0. */
  confirmed: z.boolean(),
});
export type Confirmation = z.infer<typeof Confirmation>;

/** How often somebody looked at what an experiment found, and what seeds that are added now are claimed at. */
export const Looks = z.object({
  /** Looks at which a value of the primary metric had come that no look before had seen. */
  seen: z.number().int(),
  /** Declared before the first run; 1 where none were. */
  declared: z.number().int(),
  /** The look that seeds added now are of. */
  next: Look,
  /** A launch fixed the seeds; runs from outside have no plan. */
  planned: z.boolean(),
});
export type Looks = z.infer<typeof Looks>;

/** By configuration the seeds that an experiment had at a look, those under way among them. */
export type SeedsAtLook = Record<string, number[]>;
