import { Cell } from "#components/ui/cell.tsx";
import { HeadCell } from "#components/ui/head-cell.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { Row } from "#components/ui/row.tsx";
import { Section } from "#components/ui/section.tsx";
import { Table } from "#components/ui/table.tsx";
import type { ChainPlan } from "#server/contracts/chain.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { launchHref } from "./launch-search.ts";

const takesWords = (takes: Record<string, string>): string =>
  Object.entries(takes)
    .map(([slot, stage]) => `${slot}: ${stage}`)
    .join(", ") || NOT_MEASURED;

/** The stages in order: what each runs, what it takes, how often. */
export function ChainStages({ plan }: { plan: ChainPlan }) {
  return (
    <Section
      title="Stages"
      note="each waits for what it takes; if a source fails, what follows it does not start"
    >
      <Table label="Stages of the chain">
        <thead>
          <tr>
            <HeadCell fixed>Stage</HeadCell>
            <HeadCell>Recipe and preset</HeadCell>
            <HeadCell>Takes</HeadCell>
            <HeadCell num>Seeds</HeadCell>
            <HeadCell>What for</HeadCell>
          </tr>
        </thead>
        <tbody>
          {plan.stages.map((stage) => (
            <Row key={stage.key}>
              <Cell fixed>
                <code>{stage.key}</code>
              </Cell>
              <Cell wrap>
                <PageLink
                  href={launchHref("/launch", { recipe: stage.recipe, presets: [stage.preset], mode: "one" })}
                >
                  {stage.recipe}, {stage.preset}
                </PageLink>
                {stage.edits.length > 0 ? <div className="muted small">{stage.edits.join(", ")}</div> : null}
              </Cell>
              <Cell wrap>{takesWords(stage.takes)}</Cell>
              <Cell num>{stage.seeds.join(", ")}</Cell>
              <Cell wrap>{stage.reason}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
