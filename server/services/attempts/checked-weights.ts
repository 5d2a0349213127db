import { createHash } from "node:crypto";
import type { ArtifactEvent } from "../../../workers/protocol/events.ts";
import { networkText, parameterCount } from "../../../workers/protocol/network.ts";
import { findRecipe } from "../../../workers/recipes/catalog.ts";
import { ServiceError } from "../../errors.ts";

/**
 * The bytes of weights that came with an event, or null where it only names them. Refused when they are not what the event
 * says: a later run would start from something else, and the fault would show up there.
 */
export function checkedWeights(recipe: string, event: ArtifactEvent): Buffer | null {
  const { data, network, sha256, kind } = event;
  if (data === undefined) return null;
  const wrong = (message: string) => new ServiceError("invalid", message);
  const output = kind === "prm" ? "prm" : "checkpoint";
  if (findRecipe(recipe)?.outputs.includes(output) === false)
    throw wrong(`A ${recipe} run makes no ${output}.`);
  if (!network) throw wrong("Weights arrived without the shape of their network.");
  const bytes = Buffer.from(data, "base64");
  const expected = 4 * parameterCount(network);
  if (bytes.length !== expected || event.bytes !== expected)
    throw wrong(
      `Weights arrived with ${bytes.length} bytes (the event says ${event.bytes}); a network of ${networkText(network)} has ${expected}.`,
    );
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (hash !== sha256)
    throw wrong(`Weights arrived with the hash ${hash.slice(0, 12)}, the event says ${sha256.slice(0, 12)}.`);
  return bytes;
}
