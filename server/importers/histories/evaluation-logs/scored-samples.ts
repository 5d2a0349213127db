import { UNRECORDED } from "../../../wording/decoding.ts";
import { type ImportedEvaluation, requireEachOnce } from "../reader.ts";

/** A sample of a problem with its score; an epoch is one of several samples of the same problem. */
export interface ScoredSample {
  problem: string;
  epoch: number;
  score: number;
  seconds: number | null;
  type?: string;
}

interface Around {
  file: string;
  benchmark: string | null;
  at: number | null;
  isFinal: boolean;
  protocol: ImportedEvaluation["protocol"];
}

/**
 * How answers of one turn were drawn, as far as a log says: two evaluations are compared only where all of it agrees. `how` is
 * what else is known of it; without a temperature nothing of it is.
 */
export function drawnAt(temperature: unknown, how: string): ImportedEvaluation["protocol"] {
  const isTold = typeof temperature === "number";
  return {
    decoding: temperature === 0 ? "greedy" : "sampled",
    temperature: isTold ? temperature : 0,
    maxSteps: 1,
    observation: isTold ? how.slice(0, 80) : UNRECORDED,
    evalSeed: 0,
    daDefinition: "none",
  };
}

/** A sample as a row: solved where its score is 1. */
export const rowOfSample = ({
  problem,
  score,
  seconds = null,
  type = "",
}: Pick<ScoredSample, "problem" | "score"> & Partial<ScoredSample>): ImportedEvaluation["rows"][number] => ({
  problem: problem.slice(0, 200),
  type: type.slice(0, 40),
  solved: score >= 1,
  steps: 1,
  score,
  diagnosis: null,
  passAt1: null,
  seconds,
});

/** An evaluation by problem for each epoch, so that samples of one problem are not counted as several problems. */
export function evaluationsOf(
  samples: readonly ScoredSample[],
  { file, benchmark, at, isFinal, protocol }: Around,
): ImportedEvaluation[] {
  const byEpoch = [...Map.groupBy(samples, ({ epoch }) => epoch)].toSorted(([a], [b]) => a - b);
  return byEpoch.map(([epoch, own]): ImportedEvaluation => {
    const rows = own.map(rowOfSample);
    requireEachOnce(
      rows.map(({ problem }) => problem),
      (problem) => `${file}: problem ${problem} stands there twice in epoch ${epoch}`,
    );
    return {
      key: epoch > 1 ? `epoch ${epoch}` : "final",
      benchmark,
      final: isFinal,
      at,
      protocol: { ...protocol, evalSeed: epoch },
      rows,
    };
  });
}
