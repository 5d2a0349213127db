import type { AgainstStart } from "../contracts/rollouts/against-start.ts";
import { countOf, listAnd, writeCount } from "./counts.ts";
import { writeNumber, writeWhole } from "./numbers.ts";
import { policyVersions } from "./policy-at.ts";
import { quantityText } from "./quantities.ts";

const share = (value: number, n: number): string => quantityText({ value, unit: "share", n });
const points = (value: number | null, low: number | null, high: number | null, n: number): string =>
  quantityText({ value, low, high, unit: "share", difference: true, n });

export interface AgainstRow {
  name: string;
  start: string;
  trained: string;
  /** Empty where none is given. */
  difference: string;
}

/** pass@k, Cover@tau and, where completions say so, what could be read: both policies beside each other. */
export function againstRows({ pass, cover, parse, problems }: AgainstStart): AgainstRow[] {
  return [
    ...pass.map(({ k, start, trained, difference }) => ({
      name: `pass@${writeWhole(k)}`,
      start: share(start, problems),
      trained: share(trained, problems),
      difference: difference ? points(difference.value, difference.low, difference.high, problems) : "",
    })),
    ...cover.map(({ tau, start, trained }) => ({
      name: `Cover@${writeNumber(tau)}`,
      start: share(start, problems),
      trained: share(trained, problems),
      difference: "",
    })),
    ...(parse
      ? [
          {
            name: "Parsed",
            start: share(parse.start.parsed, parse.n),
            trained: share(parse.trained.parsed, parse.n),
            difference: "",
          },
        ]
      : []),
  ];
}

const policiesOf = ({ step, policies }: AgainstStart["start"]): string[] =>
  policies.length > 1
    ? [
        `The evaluation at step ${writeWhole(step)} was answered by ${policyVersions(policies)}: its values are not those of one policy, so no difference is given.`,
      ]
    : [];

/** What must be said of the two evaluations, one sentence each; the most serious first. */
export function againstSentences(found: AgainstStart): string[] {
  const { start, trained, problems, lost, gained, parse } = found;
  const only = [start, trained].flatMap((side) =>
    side.problems > problems
      ? [`step ${writeWhole(side.step)} has ${countOf(side.problems - problems, "problem")} more`]
      : [],
  );
  return [
    ...policiesOf(start),
    ...policiesOf(trained),
    `Of ${countOf(problems, "problem")} the start solves ${writeCount(lost)} that the trained policy never solves, and ${writeCount(gained)} the other way round.`,
    ...(parse
      ? [
          `Gain in right answers ${points(parse.trained.right - parse.start.right, null, null, parse.n)}: now parsed ${points(parse.nowParsed, null, null, parse.n)}, now right ${points(parse.nowRight, null, null, parse.n)}.`,
        ]
      : []),
    ...(only.length > 0 ? [`Left out: ${listAnd(only)}.`] : []),
  ];
}

/** How the numbers come about. */
export const AGAINST_METHOD =
  "From stored completions of two evaluations, on problems that both tried. pass@k is unbiased (Chen et al. 2021); its difference has a bootstrap 95 % interval over problems. Cover@tau is the share of problems of which at least the share tau of the tries is right. The gain is split by Shapley's value of parsed and right of parsed, problem by problem.";
