import { RateCell } from "#components/ui/tables/rate-cell.tsx";
import type { LeadShare } from "#server/contracts/rollouts/stage-of-run.ts";

type Leads = readonly (Pick<LeadShare, "metric" | "families"> | null)[];

const metricsOf = (leads: Leads): LeadShare["metric"][] => [
  ...new Set(leads.flatMap((lead) => lead?.metric ?? [])),
];

const isRepair = (metric: LeadShare["metric"]): boolean => metric === "eval/rr_at_5";
const titleOf = (metric: LeadShare["metric"]): string => (isRepair(metric) ? "RR@5" : "Solved");

/** The head of a column of leads: what all of them are, or both where they are of both. */
export function leadHead(leads: Leads): string {
  const metrics = metricsOf(leads);
  const [only, ...others] = metrics;
  return only && others.length === 0 ? titleOf(only) : metrics.some(isRepair) ? "RR@5 or solved" : "Solved";
}

/** How the intervals of the leads of a list are made. */
export function leadMethod(leads: Leads): string {
  const [only, ...more] = metricsOf(leads);
  const [hasFamilies, hasOthers] = [
    leads.some((lead) => lead !== null && lead.families !== null),
    leads.some((lead) => lead !== null && lead.families === null),
  ];
  const name =
    only && more.length === 0 ? `${titleOf(only)}: ` : "RR@5 of repairs, solved of programs and answers: ";
  const byProblem = "Wilson interval over problems";
  const byFamily =
    "interval by whole families of programs, whose instances mostly share one program, from ten families on";
  if (!hasFamilies) return `${name}${byProblem}.`;
  return hasOthers
    ? `${name}${byProblem}, of programs of several families ${byFamily}.`
    : `${name}${byFamily}.`;
}

/** What tells most of an evaluation; `named` where a column holds repairs and others, so that each says which it is. */
export function LeadCell({ lead, named }: { lead: LeadShare | null; named: boolean }) {
  const value = <RateCell count={lead?.hits ?? null} n={lead?.n ?? 0} interval={lead} />;
  if (!lead || !named) return value;
  return (
    <>
      <span className="muted">{isRepair(lead.metric) ? "RR@5" : "solved"}</span> {value}
    </>
  );
}

/** Do the leads need their names? */
export const areMixed = (leads: Leads): boolean => new Set(metricsOf(leads).map(isRepair)).size > 1;
