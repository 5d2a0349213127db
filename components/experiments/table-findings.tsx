import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { countOf } from "#server/wording/counts.ts";
import type { SaidOnce } from "#server/checks/said-once.ts";

/** Where a claim holds, its numbers configuration by configuration, and what to do about it. */
function Behind({ said: { claim, where, evidence }, isOneOf }: { said: SaidOnce; isOneOf: boolean }) {
  return (
    <>
      {isOneOf ? <p>{claim}</p> : null}
      {where === null ? null : <p className="second">{where}</p>}
      {evidence.map(({ of, words }) => (
        <p key={of}>
          {of === null ? null : <b>{of}</b>} <span className="second">{words}</span>
        </p>
      ))}
    </>
  );
}

/** What objects to rows of a table, one entry per severity and rule; its numbers and what to do are one press away. */
export function TableFindings({ findings }: { findings: SaidOnce[] }) {
  const byRule = Map.groupBy(findings, (o) => `${o.severity} ${o.rule}`);
  const claimOf = (same: SaidOnce[]) => same.map(({ claim }) => claim).join(" ");
  const first = ([{ claim }, ...others]: SaidOnce[]) =>
    others.length === 0 ? claim : `${claim} ${countOf(others.length, "more claim")}.`;
  // Rules that say the same in the same words, as those of other problems and another protocol do, are one entry.
  const groups = Map.groupBy(byRule.values(), (same) => `${same[0].severity} ${claimOf(same)}`);
  return (
    <ul className="check-list" data-form="rules">
      {[...groups].map(([key, rules]) => (
        <li key={key}>
          <FindingFlag level={rules[0][0].severity} />
          <span className="mono">
            {rules.map(([{ rule }]) => (
              <PageLink key={rule} href={`/checks#${rule}`}>
                {rule}
              </PageLink>
            ))}
          </span>
          <div>
            <Disclosure summary={<span>{first(rules[0])}</span>}>
              {rules.flat().map((said) => (
                <Behind key={said.rule + said.claim} said={said} isOneOf={rules[0].length > 1} />
              ))}
              {[...new Set(rules.map(([{ action }]) => action))].map((action) => (
                <p key={action} className="muted">
                  {action}
                </p>
              ))}
            </Disclosure>
          </div>
        </li>
      ))}
    </ul>
  );
}
