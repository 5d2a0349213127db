import { ObjectionFlag } from "#components/ui/marks/objection-flag.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import type { SaidOnce } from "#server/judgement/said-once.ts";

/** Where a claim holds, its numbers configuration by configuration, and what to do about it. */
function Behind({ said: { where, evidence } }: { said: SaidOnce }) {
  return (
    <>
      {where === null ? null : <p className="second">{where}</p>}
      {evidence.map(({ of, words }) => (
        <p key={of}>
          {of === null ? null : <b>{of}</b>} <span className="second">{words}</span>
        </p>
      ))}
    </>
  );
}

/** What objects to rows of a table, one entry per rule and severity; its numbers and what to do are one press away. */
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
            <Disclosure summary={<span>{same.map(({ claim }) => claim).join(" ")}</span>}>
              {same.map((said) => (
                <Behind key={said.claim} said={said} />
              ))}
              <p className="muted">{same[0].action}</p>
            </Disclosure>
          </div>
        </li>
      ))}
    </ul>
  );
}
