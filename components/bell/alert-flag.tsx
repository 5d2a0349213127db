import { ObjectionFlag, type ObjectionLevel } from "#components/ui/marks/objection-flag.tsx";
import type { AlertLevel } from "#server/contracts/alerts/words.ts";

const LEVELS: Record<AlertLevel, ObjectionLevel> = { info: "info", warning: "warning", problem: "error" };

/** How grave an alert is, by the flag that checks have for it. */
export function AlertFlag({ level }: { level: AlertLevel }) {
  return <ObjectionFlag level={LEVELS[level]} decorative />;
}
