import { selectPlace } from "#db/queries/external.ts";
import {
  selectCalledByOrder,
  selectOrdersOfPlace,
  selectExternalRunsByOrder,
} from "#db/queries/external/runs-of-place.ts";
import type { CalledRun, KnownRun } from "../../contracts/external/verbs.ts";
import type { ServiceContext } from "../context.ts";
import { homesOf } from "./loggers/home.ts";
import { placeName } from "./places/place.ts";
import { knownAs } from "./read-back.ts";
import { readsOnly } from "./session.ts";

/** Runs that are found at once, by numbers alone, and those of them that are read at once. */
const FOUND = 5000;
const READ = 50;
const READ_NAMES = 500;

/** The places in the order of making of all runs of a place, newest first, some at a time. */
function* ordersOf(
  ctx: ServiceContext,
  experiment: string,
  { before, size }: { before: number | null; size: number },
): Generator<number[]> {
  const place = homesOf(ctx, experiment)
    .map((home) => selectPlace(ctx.db, home, placeName(experiment)))
    .find((one) => one !== undefined);
  const tokenId = readsOnly(ctx);
  let last = before;
  for (let found = place ? FOUND : 0; found === FOUND;) {
    const placeId = place?.id ?? 0;
    const orders = selectOrdersOfPlace(ctx.db, { placeId, tokenId, before: last, limit: FOUND });
    for (let from = 0; from < orders.length; from += size) yield orders.slice(from, from + size);
    last = orders.at(-1) ?? null;
    found = orders.length;
  }
}

/** The runs of a place, newest first, read some at a time as they are taken. */
export function* listExternal(
  ctx: ServiceContext,
  experiment: string,
  before: number | null,
): Generator<KnownRun> {
  for (const orders of ordersOf(ctx, experiment, { before, size: READ }))
    for (const found of selectExternalRunsByOrder(ctx.db, orders))
      yield knownAs(found, found.streams, found.order);
}

/** What the runs of a place are called, newest first, read some at a time as they are taken. */
export function* calledExternal(ctx: ServiceContext, experiment: string): Generator<CalledRun> {
  for (const orders of ordersOf(ctx, experiment, { before: null, size: READ_NAMES }))
    yield* selectCalledByOrder(ctx.db, orders);
}
