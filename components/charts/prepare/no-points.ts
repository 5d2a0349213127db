import { countOf } from "#server/wording/counts.ts";

/** What a chart says that has points of which none has a place on its x. */
export function nonePlaced(points: number, axis: string): { kind: "empty"; title: string; reason: string } {
  const what = points > 1 ? `None of ${countOf(points, "point")} has` : "The only point has";
  return {
    kind: "empty",
    title: "No point is drawn",
    reason: `${what} a place over ${axis}. Choose another x.`,
  };
}

/**
 * What a chart says that has no point: that the first one is waited for or, where all of the runs that it would be drawn from
 * have ended, that none will come. `ended` is how many those are, 0 while one of them may still send.
 */
export function noPoints(ended: number): { kind: "empty"; title: string; reason: string } {
  if (ended === 0)
    return { kind: "empty", title: "No points yet", reason: "The first one appears here by itself." };
  const reason =
    ended > 2
      ? `All ${countOf(ended, "run")} have ended, and none sent one.`
      : ended === 2
        ? "Both runs have ended, and neither sent one."
        : "The run has ended and sent none.";
  return { kind: "empty", title: "No points", reason };
}
