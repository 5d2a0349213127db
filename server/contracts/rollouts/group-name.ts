import { visibleName } from "../visible-name.ts";

/** Begins the key of a group that its client did not name: the key only tells it from others. */
export const UNNAMED = "~";

const TOLD_BY = 8;

/** What a group is called: as its client named it, else by how its prompt begins, where that is at hand. */
export function groupName({ key, opening = "" }: { key: string; opening?: string }): string {
  if (!key.startsWith(UNNAMED)) return visibleName(key);
  return opening === "" ? `…${visibleName(key.slice(-TOLD_BY))}` : visibleName(opening);
}
