import type { GroupedRunRow } from "#db/queries/run-table/run-table.ts";
import { selectJudged } from "#db/queries/aa-controls.ts";
import type { GroupEntry, RunChecks, RunChecksInput } from "../../contracts/run-table.ts";
import { aside } from "../aside.ts";
import type { ServiceContext } from "../context.ts";
import { pastFindings, readFindings } from "../runs/findings.ts";
import { tableOrder } from "./order.ts";
import { openPlaces } from "./places.ts";

/** One answer looks at runs for about this long; the page asks again while some are left. */
const LOOKING_MS = 150;
/** As many runs behind the heads of groups are asked about at once: asking for the state of all costs as much as a look. */
const BEHIND_HEADS = 300;

export const attemptsOf = (runs: GroupedRunRow[]): string[] =>
  runs.flatMap(({ attemptId }) => attemptId ?? []);

/** How many attempts of a group are flagged by the last look at each, and how many nobody has looked at. */
export function checksOf(ctx: ServiceContext, attemptIds: readonly string[]): GroupEntry["checks"] {
  const judged = pastFindings(ctx, attemptIds);
  const known = attemptIds.flatMap((id) => {
    const found = judged.get(id);
    return found ? [found] : [];
  });
  const severities = known.map((findings) => new Set(findings.map((o) => o.severity)));
  const flagged = severities.filter((s) => s.has("error") || s.has("warning"));
  return {
    flagged: flagged.length,
    worst: flagged.some((s) => s.has("error")) ? "error" : flagged.length > 0 ? "warning" : null,
    unread: attemptIds.length - known.length,
  };
}

/** The runs of a window with their latest attempt, and the attempts behind the heads of groups in it. */
interface ShownAttempts {
  shown: { runId: string; attemptId: string | null }[];
  behind: string[];
}

export function shownAttempts(ctx: ServiceContext, input: RunChecksInput): ShownAttempts {
  const order = tableOrder(ctx, input);
  const { places } = openPlaces(order, input);
  const shown = places.flatMap((place) => (place.kind === "run" ? [order.runs[place.index]] : []));
  const grouped = places.flatMap((place) =>
    place.kind === "group" ? order.runs.slice(place.group.start, place.group.start + place.group.n) : [],
  );
  return {
    shown: shown.map(({ runId, attemptId }) => ({ runId, attemptId })),
    behind: attemptsOf(grouped),
  };
}

/** Lets the rules look at the runs of a window, heads of groups standing for all their runs, and says what they found. */
export async function runTableChecks(ctx: ServiceContext, input: RunChecksInput): Promise<RunChecks> {
  const { shown, behind } = await aside(ctx, { name: "runs.shown", work: shownAttempts }, input);
  const past = pastFindings(ctx, behind);
  const unseen = behind.filter((id) => !past.has(id));
  const asked = new Set([
    ...shown.flatMap(({ attemptId }) => attemptId ?? []),
    ...unseen.slice(0, BEHIND_HEADS),
  ]);
  const found = await readFindings(ctx, selectJudged(ctx.db, [...asked]), LOOKING_MS);
  return {
    findings: Object.fromEntries(
      shown.flatMap(({ runId, attemptId }) => {
        const findings = attemptId === null ? [] : found.get(attemptId);
        return findings ? [[runId, findings]] : [];
      }),
    ),
    unread: asked.size - found.size + Math.max(0, unseen.length - BEHIND_HEADS),
  };
}
