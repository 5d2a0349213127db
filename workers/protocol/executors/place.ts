import { z } from "zod";

/**
 * Where an attempt stands in an engine that decides itself when and where it runs. What the engine says is kept in its own words
 * beside ours. A worker that starts processes on its own machine says none of this.
 */
export const Place = z.object({
  /** The engine's name for the job. */
  job: z.string().max(80).nullable(),
  /** Its state in the engine's own word; empty while the engine has said nothing. */
  native: z.string().max(80),
  /** One clause in our words: what it waits for, or what is wrong. */
  why: z.string().max(400).nullable(),
  /** It will not start by itself: somebody has to change something. */
  stuck: z.boolean(),
  /** When the engine expects to start it, Unix ms. */
  expectedStart: z.number().int().nullable(),
  node: z.string().max(400).nullable(),
  /** The engine has lost it, or cannot be asked, and its trainer is silent: nothing is known, which is not an end. */
  lost: z.boolean(),
});
export type Place = z.infer<typeof Place>;
