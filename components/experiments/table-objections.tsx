import { ObjectionFlag } from "#components/ui/marks/objection-flag.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import type { SaidOnce } from "#server/judgement/said-once.ts";

/** The numbers behind a claim: beside it, or, configuration by configuration, one press away. */
function Evidence({ said: { where, evidence } }: { said: SaidOnce }) {
  if (where === null) return <span className="second">{evidence[0].words}</span>;
  return (
    <details>
      <summary className="second">{where}</summary>
      {evidence.map(({ of, words }) => (
        <p key={of}>
          <b>{of}</b> <span className="second">{words}</span>
        </p>
      ))}
    </details>
  );
}

/** What objects to rows of a table, one entry per rule and severity, with what to do about it. */
export function TableObjections({ objections }: { objections: SaidOnce[] }) {
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
            {same.map((said) => (
              <div key={said.claim}>
                {said.claim} <Evidence said={said} />
              </div>
            ))}
            <p className="muted">{same[0].action}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
