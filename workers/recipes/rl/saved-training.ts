import { createHash } from "node:crypto";
import { z } from "zod";
import type { TrainingState } from "../../lab/algo/training-state.ts";
import { decodeParameters, encodeParameters } from "../network-data.ts";
import type { TrainContext } from "../recipe.ts";
import { Refusal } from "../refusal.ts";

/** A training as it stood after a train step: its state and what it had counted. */
export interface SavedTraining {
  state: TrainingState;
  episodes: number;
  updates: number;
}

const count = z.number().int().min(0);

const Saved = z.object({
  of: z.string(),
  trainStep: count,
  episodes: count,
  updates: count,
  parameters: z.base64(),
  reference: z.base64(),
  first: z.base64(),
  second: z.base64(),
  steps: count,
  carried: z.number(),
  past: z.array(z.array(z.object({ episodes: z.number(), solved: z.number() }))),
});

/** What decides every number of a run: its code, parameters, seed and problems, and the weights it was given. */
function identity({ params, seed, inputs, saved }: TrainContext, problems: string): string {
  const program = inputs.network("program_start");
  const weights = [
    ...["start", "prm"].map((slot) => inputs.network(slot)?.sha256 ?? null),
    ...(program ? [program.sha256] : []),
  ];
  const given = [saved?.recipe ?? null, problems, ...weights];
  const entries = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([entries, seed, given]))
    .digest("hex");
}

export function writeSaved(
  context: TrainContext,
  problems: string,
  { state, episodes, updates }: SavedTraining,
): string {
  const { trainStep, parameters, reference, optimizer, carried, past } = state;
  const saved: z.infer<typeof Saved> = {
    of: identity(context, problems),
    trainStep,
    episodes,
    updates,
    parameters: encodeParameters(parameters),
    reference: encodeParameters(reference),
    first: encodeParameters(optimizer.first),
    second: encodeParameters(optimizer.second),
    steps: optimizer.steps,
    carried,
    past: past.map((tallies) => tallies.map((tally) => ({ ...tally }))),
  };
  return JSON.stringify(saved);
}

/** Null where nothing is saved. Throws `Refusal` for what is no saved training, is one of another run, or has another number of parameters. */
export function readSaved(
  context: TrainContext,
  problems: string,
  parameterCount: number,
): SavedTraining | null {
  const text = context.saved?.read() ?? null;
  if (text === null) return null;
  const saved = Saved.safeParse(readJson(text));
  if (!saved.success) {
    const [issue] = saved.error.issues;
    throw new Refusal(
      `The saved training cannot be read: ${issue.path.join(".") || "the whole"}: ${issue.message}. Remove it to train from the start.`,
    );
  }
  const { of, trainStep, episodes, updates, steps, carried, past, ...vectors } = saved.data;
  if (of !== identity(context, problems))
    throw new Refusal(
      "The saved training is one of another recipe or version of it, other parameters, another seed, other problems or another start, and cannot go on as this one. Give the same ones, or another file.",
    );
  const [parameters, reference, first, second] = (
    ["parameters", "reference", "first", "second"] as const
  ).map((name) => decodeParameters(vectors[name]));
  for (const vector of [parameters, reference, first, second])
    if (vector.length !== parameterCount)
      throw new Refusal(
        `The saved training has ${vector.length} parameters where this network has ${parameterCount}; it was cut. Remove it to train from the start.`,
      );
  return {
    state: { trainStep, parameters, reference, optimizer: { first, second, steps }, carried, past },
    episodes,
    updates,
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
