import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import type { Finding } from "#server/contracts/finding.ts";
import { isWarning } from "#server/contracts/is-warning.ts";

/** The worst flag of a list with the rule ids behind it; nothing where nothing objects. */
export function Flags({ findings }: { findings: Finding[] }) {
  const shown = findings.filter(isWarning);
  if (shown.length === 0) return null;
  const rules = [...new Set(shown.map((o) => o.rule))];
  return (
    <span className="flags">
      <FindingFlag level={shown[0].severity} label={shown.map((o) => `${o.rule} ${o.claim}`).join(" ")} />{" "}
      <code>{rules.join(" ")}</code>
    </span>
  );
}
