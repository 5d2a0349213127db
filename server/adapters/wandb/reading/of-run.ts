import type { KnownRun, OpenedRun, ExternalPlace } from "../../../contracts/external/verbs.ts";
import { wholeOf, type Foreign } from "../../../foreign/foreign-values.ts";
import { loggedArtifacts } from "../artifacts.ts";
import { MOST_ARTIFACTS } from "../reading-types.ts";
import type { Visit } from "../visit.ts";
import { filesOfRun, runFiles } from "./files.ts";
import { momentOf } from "./find-runs.ts";
import { historyOf, inWords, liveFrom, sampledOf } from "./history.ts";
import { refusedRead } from "./run-filter.ts";

/** What a script reads of a run, each asked for only where the question names it. */
export function readingOfRun(visit: Visit, { runId }: Pick<OpenedRun, "runId">, place: ExternalPlace) {
  const { verbs } = visit;
  let read: KnownRun | null | undefined;
  const known = (): KnownRun | null => (read === undefined ? (read = verbs.read(runId)) : read);
  const run = () => ({ runId, startedAt: known()?.startedAt ?? null });
  return {
    createdAt: () => momentOf(known()?.startedAt ?? known()?.createdAt ?? null),
    heartbeatAt: () => momentOf(known()?.endedAt ?? known()?.startedAt ?? known()?.createdAt ?? null),
    group: () => known()?.facts.group ?? null,
    jobType: () => known()?.facts.jobType ?? null,
    readOnly: false,
    history: (asked: Foreign) => historyOf(verbs, run(), asked),
    sampledHistory: ({ specs }: Foreign) => sampledOf(verbs, run(), specs),
    parquetHistory: () => liveFrom(verbs, run()),
    events: () => refusedRead("readings of the machine are not given to wandb.Api(). Use ablab.Api()."),
    fileCount: () => runFiles(visit, runId).length,
    files: (asked: Foreign) => inWords(() => filesOfRun(visit, runId, place, asked)),
    outputArtifacts(asked: Foreign) {
      const all = loggedArtifacts(visit, runId);
      const from = Math.max(0, wholeOf(asked.after) ?? 0);
      const to = from + MOST_ARTIFACTS;
      const edges = all.slice(from, to).map((node, i) => ({ cursor: String(from + i + 1), node: node() }));
      return {
        totalCount: all.length,
        pageInfo: { endCursor: String(to), hasNextPage: to < all.length },
        edges,
      };
    },
    inputArtifacts: () => refusedRead("which artifacts a run has used is not on record."),
  };
}
