import { RateCell } from "#components/ui/tables/rate-cell.tsx";
import type { LeadShare } from "#server/contracts/rollouts/stage-of-run.ts";

type Leads = readonly (Pick<LeadShare, "title" | "families"> | null)[];

const SOLVED = "Solved";
const titleOf = ({ title = SOLVED }: Pick<LeadShare, "title">): string => title;
const titlesOf = (leads: Leads): string[] => [
  ...new Set(leads.flatMap((lead) => (lead ? titleOf(lead) : []))),
];

/** The head of a column of leads: what all of them are, or each where they are of several. */
export function leadHead(leads: Leads): string {
  const titles = titlesOf(leads).toSorted((a, b) => Number(a === SOLVED) - Number(b === SOLVED));
  return titles.length === 0
    ? SOLVED
    : titles.map((title, i) => (i > 0 && title === SOLVED ? "solved" : title)).join(" or ");
}

/** How the intervals of the leads of a list are made. */
export function leadMethod(leads: Leads): string {
  const [title = SOLVED, ...more] = titlesOf(leads);
  const others = [title, ...more].filter((one) => one !== SOLVED);
  const [hasFamilies, hasOthers] = [
    leads.some((lead) => lead !== null && lead.families !== null),
    leads.some((lead) => lead !== null && lead.families === null),
  ];
  const name = more.length === 0 ? `${title}: ` : `${[...others, "solved of others"].join(", ")}: `;
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
      <span className="muted">{titleOf(lead) === SOLVED ? "solved" : titleOf(lead)}</span> {value}
    </>
  );
}

/** Do the leads need their names? */
export const areMixed = (leads: Leads): boolean => titlesOf(leads).length > 1;
