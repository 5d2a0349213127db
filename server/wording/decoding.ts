import type { EvaluationProtocol } from "../../workers/protocol/events.ts";
import { countOf } from "./counts.ts";
import { loggedText } from "./logged-protocol.ts";
import { writeWhole } from "./numbers.ts";
import { writeTyped } from "./typed.ts";

const USES: Record<string, string> = {
  mean: "mean score",
  sum: "sum of the scores",
  last: "last score",
  min: "least score",
  difference: "last less first score",
};

/** The observation of an evaluation from outside, whose client says nothing of how it was made. */
export const UNRECORDED = "not on record";

/** What was drawn beside each program: "16 samples at temperature 1". */
export const writeDrawn = ({ samples, temperature }: NonNullable<EvaluationProtocol["programs"]>): string =>
  samples === 0
    ? "no samples beside the answer"
    : `${countOf(samples, "sample")} at temperature ${writeTyped(temperature)}`;

/** How an evaluation took its actions: "greedy", "sampled", "best of 8 by the mean score of PRM 1a2b3c4d", or what its client logged of it. */
export function writeDecoding({
  decoding,
  rerank,
  observation,
  logged = {},
}: Pick<EvaluationProtocol, "decoding" | "rerank" | "logged"> & { observation?: string }): string {
  if (observation === UNRECORDED) return loggedText(logged) || `decoding ${UNRECORDED}`;
  if (!rerank) return decoding;
  const { samples, use, prm } = rerank;
  return `best of ${writeWhole(samples)} by the ${USES[use] ?? use} of PRM ${prm.slice(0, 8)}`;
}
