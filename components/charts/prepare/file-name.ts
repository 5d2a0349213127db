import { visibleName } from "#server/contracts/visible-name.ts";

/** File systems take 255 bytes; three parts of this many characters stay below that, unless they are hardly Latin. */
const MOST = 60;
const REFUSED = /[\\/:*?"<>|]+/g;

/** What a saved chart is called, without an ending: of what its page speaks, the widest first, then its title. */
export function fileName(title: string, place: readonly string[]): string {
  const parts = [...new Set([...place, title])].map((part) =>
    visibleName(part).replace(REFUSED, "-").slice(0, MOST).trim(),
  );
  // Of many the nearest say most.
  return parts.filter(Boolean).slice(-3).join(", ").replace(/^\.+/, "") || "chart";
}
