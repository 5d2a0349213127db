import { selectExistingRunIds, type PublicationRecord } from "#db/queries/reports.ts";
import type { ErrorAnswer } from "../../contracts/reports/report-answer.ts";
import type { ItemCounts, SnapshotItem } from "../../contracts/reports/report.ts";
import type { ServiceContext } from "../context.ts";
import { ofOneMoment } from "../series/of-one-moment.ts";
import type { Sliced } from "../series/sliced.ts";
import { canonicalJson } from "../hashing.ts";
import { startReading } from "./answers/reading.ts";
import { withCurrentVerdicts } from "./answers/former-verdicts.ts";
import { type ResolvedItem, resolveItems } from "./answers/resolve.ts";
import type { ItemState } from "./html/item-state.ts";
import type { ReadReport } from "./markdown/read-markdown.ts";

/** Every query answered as of one moment, where there is one. */
const resolvedNow = (ctx: ServiceContext, { items }: ReadReport): Sliced<ResolvedItem[]> =>
  ofOneMoment(ctx, () => resolveItems(startReading(ctx), items));

/** Every query of a text as the store answers it now. */
export function* liveStates(ctx: ServiceContext, report: ReadReport): Sliced<ItemState[]> {
  return (yield* resolvedNow(ctx, report)).map(({ item, query, answer, digest }) => ({
    index: item.index,
    query,
    digest,
    status: answer.kind === "error" ? "error" : "live",
    answer,
    now: null,
    frozenAt: null,
    checked: false,
    lost: [],
  }));
}

const frozenState = (item: SnapshotItem, frozenAt: number): ItemState => ({
  index: item.index,
  query: item.query,
  digest: item.digest,
  status: item.answer.kind === "error" ? "error" : "frozen",
  answer: withCurrentVerdicts(item.answer),
  now: null,
  frozenAt,
  checked: false,
  lost: [],
});

const NOT_FROZEN = "Nothing was frozen for this query, so nothing is shown. Publish the report again.";

/**
 * Every query of a publication as it was frozen; nothing else is read. An answer belongs to the text of its query and never
 * to its place: a text that is read differently today must not show one number in the place of another.
 */
export function frozenStates(publication: PublicationRecord, report: ReadReport): ItemState[] {
  const { items, takenAt } = publication.snapshot;
  const byQuery = new Map(items.map((item) => [item.query, item]));
  return report.items.map(({ index, query, message }) => {
    const text = query ? canonicalJson(query) : "";
    const found = query ? byQuery.get(text) : undefined;
    const answer: ErrorAnswer = { kind: "error", message: message ?? NOT_FROZEN, gone: false };
    return frozenState({ ...(found ?? { query: text, digest: "", answer }), index }, takenAt);
  });
}

function statusOf(state: ItemState, now: { digest: string }, gone: boolean): ItemState["status"] {
  if (state.lost.length > 0 || gone) return "gone";
  return now.digest === state.digest ? "frozen" : "drifted";
}

/** Every query of a publication beside what it gives now: frozen, drifted, or its source gone. */
export function* checkedStates(
  ctx: ServiceContext,
  publication: PublicationRecord,
  report: ReadReport,
): Sliced<ItemState[]> {
  const resolved = yield* resolvedNow(ctx, report);
  const states = frozenStates(publication, report);
  const used = states.flatMap(({ answer }) => (answer.kind === "error" ? [] : answer.runs.map((r) => r.id)));
  const existing = selectExistingRunIds(ctx.db, [...new Set(used)]);
  return states.map((state): ItemState => {
    const now = resolved[state.index];
    if (state.answer.kind === "error" || !now) return state;
    const lost = state.answer.runs.filter((r) => !existing.has(r.id)).map((r) => r.name);
    const known = { ...state, lost, now: now.answer, checked: true };
    const gone = now.answer.kind === "error" && now.answer.gone;
    return { ...known, status: statusOf(known, now, gone) };
  });
}

export function countStates(states: ItemState[]): ItemCounts {
  const count = (status: ItemState["status"]) => states.filter((s) => s.status === status).length;
  return {
    live: count("live"),
    frozen: count("frozen"),
    drifted: count("drifted"),
    gone: count("gone"),
    errors: count("error"),
  };
}
