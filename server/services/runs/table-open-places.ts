import type { RunTableInput } from "../../contracts/run-table.ts";
import type { Arrangement } from "./table-arrange.ts";
import { groupKey } from "./table-group-entry.ts";
import { placesOf, type Places } from "./table-places.ts";

/** The lines of a table that are asked for, with the groups open that the address opens. */
export function openPlaces(
  order: Arrangement,
  { open, offset, limit }: Pick<RunTableInput, "open" | "offset" | "limit">,
): Places {
  const opened = new Set(open);
  const isOpen = (group: { value: string | null }) => opened.size > 0 && opened.has(groupKey(group.value));
  return placesOf(order, isOpen, offset, limit);
}
