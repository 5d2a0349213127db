import { ObjectionFlag } from "#components/ui/marks/objection-flag.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import type { Objection } from "#server/contracts/objection.ts";

/** What objects to rows of a table, flat, one entry per rule and severity with everything it says and what to do about it. */
export function TableObjections({ objections }: { objections: Objection[] }) {
  const groups = Map.groupBy(objections, (o) => `${o.severity} ${o.rule}`);
  return (
    <ul className="check-list" data-form="rules">
      {[...groups].map(([key, same]) => (
        <li key={key}>
          <ObjectionFlag level={same[0].severity} />
          <PageLink className="mono" href={`/checks#${same[0].rule}`}>
            {same[0].rule}
          </PageLink>
          <div>
            {same.map((o) => (
              <p key={o.claim}>
                {o.claim} <span className="second">{o.evidence}</span>
              </p>
            ))}
            <p className="muted">{same[0].action}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
