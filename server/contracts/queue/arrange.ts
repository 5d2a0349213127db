import type { Priority, QueueOrder } from "./queue.ts";
import { PRIORITIES } from "./priorities.ts";

/** The queue as nobody has touched it. */
export const UNTOUCHED: QueueOrder = { order: [], priorities: {}, paused: null };

export const priorityOf = ({ priorities }: Pick<QueueOrder, "priorities">, id: string): Priority =>
  priorities[id] ?? "normal";

/** Whether a run may be given out now: while the queue is paused only what is to run now. */
export const canStart = (told: Pick<QueueOrder, "paused" | "priorities">, id: string): boolean =>
  told.paused === null || priorityOf(told, id) === "now";

/** Runs that came by launch, as they are given out: by priority, then as somebody put them, then by launch. */
export function arrange<Run extends { id: string }>(
  byLaunch: readonly Run[],
  told: Pick<QueueOrder, "order" | "priorities">,
): Run[] {
  const places = new Map(told.order.map((id, place) => [id, place]));
  const placeOf = ({ id }: Run) => places.get(id) ?? told.order.length;
  const rankOf = ({ id }: Run) => PRIORITIES.indexOf(priorityOf(told, id));
  // A stable sort: what has no place stays in the order of its launch.
  return byLaunch.toSorted((a, b) => rankOf(a) - rankOf(b) || placeOf(a) - placeOf(b));
}

/** Without what does not wait any more, and each run once. */
export function prune(byLaunch: readonly { id: string }[], told: QueueOrder): QueueOrder {
  const waits = new Set(byLaunch.map(({ id }) => id));
  return {
    order: [...new Set(told.order)].filter((id) => waits.has(id)),
    priorities: Object.fromEntries(Object.entries(told.priorities).filter(([id]) => waits.has(id))),
    paused: told.paused,
  };
}

/** The order that says a sequence: up to the last run that would not stand where it does by launch alone. */
function shortest(sequence: readonly string[], byLaunch: readonly string[]): string[] {
  const place = new Map(byLaunch.map((id, i) => [id, i]));
  let end = sequence.length;
  let earliest = Infinity;
  while (end > 0) {
    const own = place.get(sequence[end - 1]) ?? -1;
    if (own > earliest) break;
    earliest = own;
    end -= 1;
  }
  return sequence.slice(0, end);
}

/**
 * The queue with one run before another, or behind all. It takes the priority of its new neighbours where its own cannot stand
 * there: that of the run before which it stands, or of the last.
 */
export function moveRun(
  byLaunch: readonly { id: string }[],
  told: QueueOrder,
  id: string,
  before: string | null,
): QueueOrder {
  const now = prune(byLaunch, told);
  const rest = arrange(byLaunch, now)
    .map((run) => run.id)
    .filter((other) => other !== id);
  const at = before === null ? rest.length : rest.indexOf(before);
  const rank = (other: string | undefined) =>
    other === undefined ? undefined : PRIORITIES.indexOf(priorityOf(now, other));
  const [above, below] = [rank(rest[at - 1]), rank(rest[at])];
  const own = rank(id) ?? 0;
  const fits = own >= (above ?? 0) && own <= (below ?? PRIORITIES.length);
  const taken = fits ? own : (below ?? above ?? own);
  const priorities = withPriority(now.priorities, id, PRIORITIES[taken]);
  return {
    ...now,
    priorities,
    order: shortest(
      rest.toSpliced(at, 0, id),
      byLaunch.map((run) => run.id),
    ),
  };
}

export function withPriority(
  priorities: QueueOrder["priorities"],
  id: string,
  priority: Priority,
): QueueOrder["priorities"] {
  const { [id]: _before, ...others } = priorities;
  return priority === "normal" ? others : { ...others, [id]: priority };
}
