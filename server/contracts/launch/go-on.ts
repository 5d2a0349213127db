import { z } from "zod";
import { idSchema } from "../ids.ts";
import { ParamValueSchema } from "./launch.ts";

/** A recipe that takes something from a run, by the slot that it fills. */
export const GoOnInput = z.object({
  id: idSchema("run"),
  recipe: z.string().min(1).max(80),
  slot: z.string().min(1).max(40),
});
export type GoOnInput = z.infer<typeof GoOnInput>;

/** What a launch that goes on with something of a run keeps of it. */
export const GoOn = z.object({
  name: z.string(),
  /** Parameters that are not the recipe's own defaults. */
  set: z.record(z.string(), ParamValueSchema),
  /** Run by slot, the source among them. */
  inputs: z.record(z.string(), z.string()),
  /** The same in words that a form has: its benchmark and settings. */
  said: z.array(z.object({ name: z.string(), label: z.string(), value: ParamValueSchema })),
});
export type GoOn = z.infer<typeof GoOn>;
