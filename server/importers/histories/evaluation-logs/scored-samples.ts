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

/** An evaluation by problem for each epoch, so that samples of one problem are not counted as several problems. */
export function evaluationsOf(
  samples: readonly ScoredSample[],
  { file, benchmark, at, isFinal, protocol }: Around,
): ImportedEvaluation[] {
  const byEpoch = [...Map.groupBy(samples, ({ epoch }) => epoch)].toSorted(([a], [b]) => a - b);
  return byEpoch.map(([epoch, own]): ImportedEvaluation => {
    const problems = own.map(({ problem }) => problem.slice(0, 200));
    requireEachOnce(
      problems,
      (problem) => `${file}: problem ${problem} stands there twice in epoch ${epoch}`,
    );
    return {
      key: epoch > 1 ? `epoch ${epoch}` : "final",
      benchmark,
      final: isFinal,
      at,
      protocol: { ...protocol, evalSeed: epoch },
      rows: own.map(({ score, seconds, type = "" }, i) => ({
        problem: problems[i],
        type: type.slice(0, 40),
        solved: score >= 1,
        steps: 1,
        score,
        diagnosis: null,
        passAt1: null,
        seconds,
      })),
    };
  });
}
