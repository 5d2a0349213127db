import type { RunTableInput } from "../../contracts/run-table.ts";
import type { Arrangement, TableGroup, TablePart } from "./arrange.ts";
import { groupKey } from "./group-entry.ts";

/** One line of the table as it is scrolled. `index` is of the arrangement's runs. */
export type Place =
  | { kind: "part"; part: TablePart }
  | { kind: "group"; group: TableGroup; open: boolean }
  | { kind: "run"; index: number; inGroup: boolean };

export interface Places {
  /** Lines of the whole table. */
  length: number;
  /** Those asked for. */
  places: Place[];
}

const groupsOf = (groups: TableGroup[], { start, n }: TablePart) =>
  groups.filter((group) => group.start >= start && group.start < start + n);

/**
 * Lines `offset` to `offset + limit` of a table in which heads of parts and groups are lines, and a group's runs are lines
 * only while it is open. Groups are walked, runs are not: what is scrolled past costs nothing.
 */
export function placesOf(
  { runs, groups, parts }: Arrangement,
  isOpen: (group: TableGroup) => boolean,
  offset: number,
  limit: number,
): Places {
  const places: Place[] = [];
  let at = 0;
  const head = (place: Place) => {
    if (at >= offset && at < offset + limit) places.push(place);
    at += 1;
  };
  const run = (start: number, n: number, inGroup: boolean) => {
    const [from, to] = [Math.max(offset - at, 0), Math.min(offset + limit - at, n)];
    for (let i = from; i < to; i += 1) places.push({ kind: "run", index: start + i, inGroup });
    at += n;
  };
  const walk = (group: TableGroup) => {
    const open = isOpen(group);
    head({ kind: "group", group, open });
    if (open) run(group.start, group.n, true);
  };
  for (const part of parts ?? [{ kind: "ranked" as const, as: "", start: 0, n: runs.length }]) {
    if (parts) head({ kind: "part", part });
    if (groups === null) run(part.start, part.n, false);
    else groupsOf(groups, part).forEach(walk);
  }
  return { length: at, places };
}

/** The lines of a table that are asked for, with the groups open that the address opens. */
export function openPlaces(
  order: Arrangement,
  { open, offset, limit }: Pick<RunTableInput, "open" | "offset" | "limit">,
): Places {
  const opened = new Set(open);
  const isOpen = (group: { value: string | null }) => opened.size > 0 && opened.has(groupKey(group.value));
  return placesOf(order, isOpen, offset, limit);
}
