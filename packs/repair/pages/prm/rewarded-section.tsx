import { PageLink } from "#components/ui/controls/page-link.tsx";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import type { Change, FromTo, RewardedRun } from "#packs/repair/contracts/prm.ts";
import { writeN } from "#server/wording/counts.ts";
import { writeTyped } from "#server/wording/typed.ts";
import { Select } from "#components/ui/controls/select.tsx";
import { DeltaCell } from "#components/ui/tables/rate-cell.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { RewardedChart } from "./rewarded-chart.tsx";
import { isGamed, poorlyRanked } from "./verdict-text.ts";

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

/** By how much it rose, with the interval that a flag needs. */
function Rise({ of, kind }: { of: Change | null; kind?: "share" }) {
  if (!of) return null;
  const interval = of.low === null || of.high === null ? null : { low: of.low, high: of.high };
  return (
    <span className="under" data-tip={of.method}>
      <DeltaCell
        difference={of.value}
        interval={interval}
        kind={kind}
        noInterval="no interval"
        showUnit={kind === "share"}
      />
    </span>
  );
}

interface RewardedProps {
  rewarded: RewardedRun[];
  /** The run whose curves are drawn; undefined where there is none. */
  shown: RewardedRun | undefined;
  onShow: (runId: string) => void;
}

/** What became of the runs that a model rewarded: the score beside what it should stand for. */
export function RewardedSection({ rewarded, shown, onShow }: RewardedProps) {
  if (!shown) return null;
  return (
    <Section
      title="Runs rewarded by a PRM"
      id="rewarded"
      note="one drawn, all from first to last"
      end={
        <Select
          label="Run that is drawn"
          value={shown.run.id}
          onChange={onShow}
          options={rewarded.map(({ run }) => ({ value: run.id, label: run.name }))}
          width={220}
        />
      }
    >
      {poorlyRanked(rewarded).map(({ claim, evidence }) => (
        <Strip key={claim} level="warning" claim={claim} folded>
          {evidence}
        </Strip>
      ))}
      <RewardedChart run={shown.run} />
      <Table
        label="Runs rewarded by a PRM"
        how="Dead: groups that the verified reward does not tell apart. There the score is the only signal, and division by the group's standard deviation makes it full size whatever its weight; scored in live groups only, it stays beside the reward. Under score and RR@5: the change with its 95 % interval, of the score between the first and the last 10 steps in pairs, of RR@5 from the first to the final evaluation by problem. A flag: the interval of the score lies above 0 and that of RR@5 below."
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
            <Row key={row.run.id} selected={rewarded.length > 1 ? row === shown : undefined}>
              <Cell fixed>
                <RowName href={`/runs/${row.run.id}`}>{row.run.name}</RowName>
              </Cell>
              <Cell>
                <PageLink href={`/runs/${row.model.id}`}>{row.model.name}</PageLink>
                {row.model.ranks === null ? null : <span className="under muted">{row.model.ranks}</span>}
              </Cell>
              <Cell num>{writeTyped(row.weight)}</Cell>
              <Cell>
                {row.use}, {row.scope}
              </Cell>
              <Cell num>
                <Ends of={row.dead} kind="share" />
              </Cell>
              <Cell num>
                {isGamed(row) ? <FindingFlag level="warning" label="the score rose while RR@5 fell" /> : null}{" "}
                <Ends of={row.score} />
                <Rise of={row.scoreChange} />
              </Cell>
              <Cell num>
                <Ends of={row.verified} />
              </Cell>
              <Cell num>
                <Ends of={row.quick} kind="share" n={row.problems ?? undefined} />{" "}
                {row.problems === null ? null : <span className="muted">{writeN(row.problems)}</span>}
                <Rise of={row.quickChange} kind="share" />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
