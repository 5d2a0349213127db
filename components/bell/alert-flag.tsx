import { FindingFlag, type FindingLevel } from "#components/ui/marks/finding-flag.tsx";
import type { AlertLevel } from "#server/contracts/alerts/words.ts";

const LEVELS: Record<AlertLevel, FindingLevel> = { info: "info", warning: "warning", problem: "error" };

/** How grave an alert is, by the flag that checks have for it. */
export function AlertFlag({ level }: { level: AlertLevel }) {
  return <FindingFlag level={LEVELS[level]} decorative />;
}
