import type { StartModel } from "../contracts/published-start.ts";
import { writeDay } from "./times.ts";
import { quantityText } from "./quantities.ts";

/** What the start was measured at here, and whether that is what was published of it. */
export function startWords({ lead: { hits, n, low, high }, published }: StartModel): string {
  const measured = `Before training: ${quantityText({ value: n > 0 ? hits / n : null, low, high, unit: "share", n })}.`;
  if (published === null) return measured;
  const { share, text, by, at } = published;
  const isWithin = low === null || high === null ? null : low <= share && share <= high;
  const judged =
    isWithin === null
      ? ""
      : isWithin
        ? ", within that interval"
        : ", outside that interval: prompt, parser or limit of tokens may be others";
  return `${measured} Published: “${text}”${judged} (entered by ${by}, ${writeDay(at)}).`;
}
