import { Tag } from "#components/ui/tag.tsx";
import { Cell } from "#components/ui/cell.tsx";
import { HeadCell } from "#components/ui/head-cell.tsx";
import { Row } from "#components/ui/row.tsx";
import { Table } from "#components/ui/table.tsx";
import type { LaunchPlan } from "#server/contracts/plan.ts";
import { countOf } from "#server/wording/counts.ts";

const MOST_SEEDS = 6;
const MOST_ROWS = 24;

/** The grid that becomes the result table: one row per variant, one box per seed. */
export function PlanGrid({ plan }: { plan: LaunchPlan }) {
  const seeds = plan.seeds.slice(0, MOST_SEEDS);
  const rows = plan.variants.slice(0, MOST_ROWS);
  const hidden = [
    plan.seeds.length > seeds.length ? countOf(plan.seeds.length - seeds.length, "more seed") : "",
    plan.variants.length > rows.length ? countOf(plan.variants.length - rows.length, "more variant") : "",
  ].filter(Boolean);
  return (
    <Table
      label="Planned runs"
      density="dense"
      foot={hidden.length > 0 ? `And ${hidden.join(", ")}.` : undefined}
    >
      <thead>
        <Row>
          <HeadCell fixed>Variant</HeadCell>
          {seeds.map((seed) => (
            <HeadCell key={seed} num>
              seed {seed}
            </HeadCell>
          ))}
        </Row>
      </thead>
      <tbody>
        {rows.map((variant) => (
          <Row key={variant.label} kind={variant.baseline ? "base" : "plain"}>
            <Cell fixed wrap>
              {variant.label} {variant.baseline ? <Tag>baseline</Tag> : null}
            </Cell>
            {seeds.map((seed) => (
              <Cell key={seed} num>
                <span className="plan-new">new</span>
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
