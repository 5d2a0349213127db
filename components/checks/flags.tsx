import { ObjectionFlag } from "#components/ui/marks/objection-flag.tsx";
import type { Objection } from "#server/contracts/objection.ts";

/** The worst flag of a list with the rule ids behind it; nothing where nothing objects. */
export function Flags({ objections }: { objections: Objection[] }) {
  const shown = objections.filter((o) => o.severity !== "info");
  if (shown.length === 0) return null;
  const rules = [...new Set(shown.map((o) => o.rule))];
  return (
    <span className="flags">
      <ObjectionFlag level={shown[0].severity} label={shown.map((o) => `${o.rule} ${o.claim}`).join(" ")} />{" "}
      <code>{rules.join(" ")}</code>
    </span>
  );
}
