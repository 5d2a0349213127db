import { ClampedWords } from "#components/ui/tables/clamped-words.tsx";
import { Flags } from "#components/checks/flags.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import type { RunColour } from "#server/plot/colours.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { Tag } from "#components/ui/controls/chip.tsx";
import type { Comparison, Side } from "#server/contracts/compare/compare.ts";
import { PART_WORDS } from "#server/contracts/compare/compare-words.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { writeCount, writeOf } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { nameSeed } from "#server/wording/seeds.ts";
import { writeSet } from "#server/wording/typed.ts";
import { writeMoment } from "#server/wording/times.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

/** The same words on every line say nothing: they go into the foot once. */
function shared(sides: Side[], read: (side: Side) => string): string | null {
  const [first, ...rest] = sides.map(read);
  return rest.every((words) => words === first) ? first : null;
}

const problemsOf = (side: Side) =>
  `${side.population}${side.part === null ? "" : `, ${PART_WORDS[side.part]}`}, ${side.problems.slice(0, 8)}`;

const SEEN =
  "Measured problems, by content, that the policy was trained on by its run or by one whose checkpoint it started from; not known where one of them did not record its training set.";

function Leaked({ side: { leaked, measured } }: { side: Side }) {
  if (leaked.n === 0) return <>{leaked.complete ? "none" : "not known"}</>;
  return (
    <span className="warn">
      <FindingFlag level="warning" label="training problems among the measured ones" />{" "}
      {leaked.complete ? "" : "at least "}
      {writeOf(leaked.n, measured)}
    </span>
  );
}

/** Lines of the configuration that have a column of their own. */
const IN_COLUMNS = ["seed", "train_step"];

/** What the sides differ in, beside what has a column; of one side "beta_kl 0", "dynamic on". */
const differingLines = ({ config }: Comparison) =>
  config.filter(({ differs, name }) => differs && !IN_COLUMNS.includes(name));

/** What stands side by side: policy, problems, protocol, and what objects to the run behind each. */
export function SideFacts({ comparison, colours }: { comparison: Comparison; colours: RunColour[] }) {
  const { sides, restricted } = comparison;
  const protocol = shared(sides, (s) => s.protocol);
  const problems = shared(sides, problemsOf);
  const recipe = shared(sides, (s) => s.recipe);
  // Two recipes differ in most of what they have, which answers nothing.
  const differing = recipe === null ? [] : differingLines(comparison);
  const foot = [
    recipe === null ? null : `All of ${recipe}.`,
    problems === null ? null : `All on ${problems}.`,
    protocol === null ? null : `All ${protocol}.`,
  ];
  return (
    <Table label="What is compared" density="dense" foot={foot.filter(Boolean).join(" ")}>
      <thead>
        <Row>
          <HeadCell fixed>Evaluation</HeadCell>
          {differing.length > 0 ? <HeadCell>What differs</HeadCell> : null}
          {recipe === null ? <HeadCell>Recipe</HeadCell> : null}
          <HeadCell>Configuration</HeadCell>
          <HeadCell num>Train step</HeadCell>
          <HeadCell num sub={restricted ? "counted of measured" : "problems"}>
            n
          </HeadCell>
          {problems === null ? <HeadCell>Problems</HeadCell> : null}
          {protocol === null ? <HeadCell>Protocol</HeadCell> : null}
          <HeadCell>
            <span data-tip={SEEN}>Seen in training</span>
          </HeadCell>
          <HeadCell num priority="low">
            Episodes stored
          </HeadCell>
          <HeadCell>Experiment</HeadCell>
          <HeadCell priority="low">Evaluated</HeadCell>
        </Row>
      </thead>
      <tbody>
        {sides.map((side, i) => (
          <Row key={side.evaluationId} kind={i === 0 ? "base" : "plain"}>
            <Cell fixed>
              <RowName
                colour={colours[i]}
                href={`/runs/${side.runId}`}
                after={
                  <>
                    {i === 0 ? <Tag>compared with</Tag> : null} <Flags findings={side.findings} />
                  </>
                }
              >
                {side.name}
              </RowName>
            </Cell>
            {differing.length > 0 ? (
              <Cell wrap>
                <ClampedWords parts={differing.map(({ name, values }) => `${name} ${writeSet(values[i])}`)} />
              </Cell>
            ) : null}
            {recipe === null ? <Cell>{side.recipe}</Cell> : null}
            <Cell>
              {side.config}, {nameSeed(side.seed)}
            </Cell>
            <Cell num>
              {writeWhole(side.trainStep)}
              {side.final ? ", final" : ""}
            </Cell>
            <Cell num>{restricted ? writeOf(side.n, side.measured) : writeCount(side.n)}</Cell>
            {problems === null ? <Cell quiet>{problemsOf(side)}</Cell> : null}
            {protocol === null ? (
              <Cell quiet wrap>
                {side.protocol}
              </Cell>
            ) : null}
            <Cell>
              <Leaked side={side} />
            </Cell>
            <Cell num priority="low">
              {side.episodes === 0 ? NOT_MEASURED : writeCount(side.episodes)}
            </Cell>
            <Cell quiet>
              <PageLink href={`/experiments/${side.experimentId}`}>{visibleName(side.experiment)}</PageLink>
            </Cell>
            <Cell quiet priority="low">
              {writeMoment(side.at)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
