import { selectTickRange } from "#db/queries/ticks.ts";
import type { ServiceContext } from "../context.ts";
import type { Sliced } from "./sliced.ts";

/** So often what gives way is read again because something changed meanwhile. */
const READ_AGAIN = 2;

/** What is read in slices, as of one moment where there is one: what changes faster than it is read is taken as it came. */
export function* ofOneMoment<T>(ctx: ServiceContext, read: () => Sliced<T>): Sliced<T> {
  for (let again = 0; ; again++) {
    const { last } = selectTickRange(ctx.db);
    const found = yield* read();
    if (again === READ_AGAIN || selectTickRange(ctx.db).last === last) return found;
  }
}
