import { PageLink } from "#components/ui/controls/page-link.tsx";
import { ObjectionFlag } from "#components/ui/marks/objection-flag.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import type { FromTo, RewardedRun } from "#server/contracts/prm.ts";
import { writeN } from "#server/wording/counts.ts";
import { writeTyped } from "#server/wording/typed.ts";
import { isGamed } from "./verdict-text.ts";

interface EndsProps {
  of: FromTo | null;
  kind?: "share";
  n?: number;
}

/** From the first step to the last. */
function Ends({ of, kind, n }: EndsProps) {
  return (
    <>
      <Value value={of?.first ?? null} kind={kind} n={n} />
      {of ? (
        <>
          {" → "}
          <Value value={of.last} kind={kind} n={n} />
        </>
      ) : null}
    </>
  );
}

/** What became of the runs that a model rewarded: the score beside what it should stand for. */
export function RewardedSection({ rewarded }: { rewarded: RewardedRun[] }) {
  if (rewarded.length === 0) return null;
  return (
    <Section
      title="Runs rewarded by a PRM"
      note="first to last step; the curves stand on each run's page, under Reward"
    >
      <Table
        label="Runs rewarded by a PRM"
        foot="Dead: groups that the verified reward does not tell apart. There the score is the only signal, and division by the group's standard deviation makes it full size whatever its weight; scored in live groups only, it stays beside the reward. A flag: the score rose while RR@5 fell."
      >
        <thead>
          <Row>
            <HeadCell fixed>Run</HeadCell>
            <HeadCell>Model</HeadCell>
            <HeadCell num>Weight</HeadCell>
            <HeadCell sub="of an episode, in groups">Score</HeadCell>
            <HeadCell num sub="% of groups">
              Dead
            </HeadCell>
            <HeadCell num sub="mean, 0 to 1">
              PRM score
            </HeadCell>
            <HeadCell num sub="points">
              Verified reward
            </HeadCell>
            <HeadCell num sub="% of problems">
              RR@5
            </HeadCell>
          </Row>
        </thead>
        <tbody>
          {rewarded.map((row) => (
            <Row key={row.run.id}>
              <Cell fixed>
                <RowName href={`/runs/${row.run.id}`}>{row.run.name}</RowName>
              </Cell>
              <Cell>
                <PageLink href={`/runs/${row.model.id}`}>{row.model.name}</PageLink>
              </Cell>
              <Cell num>{writeTyped(row.weight)}</Cell>
              <Cell>
                {row.use}, {row.scope}
              </Cell>
              <Cell num>
                <Ends of={row.dead} kind="share" />
              </Cell>
              <Cell num>
                {isGamed(row) ? (
                  <ObjectionFlag level="caution" label="the score rose while RR@5 fell" />
                ) : null}{" "}
                <Ends of={row.score} />
              </Cell>
              <Cell num>
                <Ends of={row.verified} />
              </Cell>
              <Cell num>
                <Ends of={row.quick} kind="share" n={row.problems ?? undefined} />{" "}
                {row.problems === null ? null : <span className="muted">{writeN(row.problems)}</span>}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
