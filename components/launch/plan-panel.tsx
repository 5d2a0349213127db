import type { ReactNode } from "react";
import { MarginBlock } from "#components/layout/columns.tsx";
import { CodeBlock, type CodePart } from "#components/ui/code-block.tsx";
import { Fact, Facts } from "#components/ui/marks/fact.tsx";
import { Strip } from "#components/ui/strip.tsx";
import type { LaunchPlan } from "#server/contracts/launch/plan.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeSeeds } from "#server/wording/seeds.ts";
import { writeDuration } from "#server/wording/times.ts";
import { Tag } from "#components/ui/controls/chip.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";

const MOST_SEEDS = 6;
const MOST_ROWS = 24;

/** The grid that becomes the result table: one row per variant, one box per seed. */
function PlanGrid({ plan }: { plan: LaunchPlan }) {
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

/** The command with what differs between the runs tinted, and what is wrong marked. */
function commandParts(plan: LaunchPlan): CodePart[] {
  const wrong = new Set(plan.issues.map((issue) => issue.field));
  const varies = new Set([...plan.varies, ...(plan.seeds.length > 1 ? ["seed"] : [])]);
  const [program, script, recipe, ...args] = plan.command;
  const parts: CodePart[] = [`${program} ${script} ${recipe}`];
  for (const arg of args) {
    const name = arg.slice(2, arg.indexOf("="));
    parts.push(" \\\n  ");
    if (wrong.has(name)) parts.push({ text: arg, kind: "wrong" });
    else if (varies.has(name)) parts.push({ text: arg, kind: "vary" });
    else parts.push(arg);
  }
  return parts;
}

function costWords({ estimate, runs }: LaunchPlan): string {
  const { slots, waitingBefore, seconds, basis } = estimate;
  if (slots === 0) return "no worker is connected";
  if (seconds === null) return basis;
  const behind = waitingBefore > 0 ? `, behind ${countOf(waitingBefore, "waiting run")}` : "";
  return `${countOf(runs, "run")} on ${countOf(slots, "slot")}${behind}`;
}

/** What the press will do: totals, grid, lints, what the caller adds about the design, and the exact command last. */
export function PlanPanel({ plan, children }: { plan: LaunchPlan; children?: ReactNode }) {
  const { estimate } = plan;
  return (
    <>
      <Facts>
        <Fact
          label="New runs"
          note={`${writeCount(plan.variants.length)} x ${writeSeeds(plan.seeds.length)}`}
        >
          {writeCount(plan.runs)}
        </Fact>
        {estimate.episodes > 0 ? (
          <Fact label="Train episodes" note="at most, all runs">
            {writeCount(estimate.episodes)}
          </Fact>
        ) : null}
        <Fact label="Takes about" note={costWords(plan)}>
          <span data-tip={estimate.basis}>
            {writeDuration(estimate.seconds === null ? null : estimate.seconds * 1000)}
          </span>
        </Fact>
      </Facts>
      {plan.variants.length > 0 ? <PlanGrid plan={plan} /> : null}
      <MarginBlock title="Before you launch">
        {plan.issues.map((issue) => (
          <Strip
            key={`${issue.field}${issue.message}${issue.variant}`}
            place="margin"
            level="objection"
            claim={issue.variant ? `${issue.variant}.` : undefined}
          >
            {issue.message}
          </Strip>
        ))}
        {plan.lints
          .filter((lint) => lint.level !== "block")
          .map((lint) => (
            <Strip
              key={lint.id + lint.claim}
              place="margin"
              level={lint.level === "caution" ? "caution" : "note"}
              rule={lint.id}
              claim={lint.claim}
              evidence={plan.variants.length > 1 ? `In ${lint.variants.join(", ")}.` : undefined}
            >
              {lint.detail}
            </Strip>
          ))}
        {plan.issues.length === 0 && plan.lints.length === 0 ? (
          <p className="muted">Nothing objects.</p>
        ) : null}
      </MarginBlock>
      {children}
      {plan.command.length > 0 ? (
        <>
          <CodeBlock title={`Command, run ${writeOf(1, plan.runs)}`} code={commandParts(plan)} copy />
          <p className="muted small">
            Tinted: differs between the runs. Passed as an argument list, never through a shell.
          </p>
        </>
      ) : null}
    </>
  );
}
