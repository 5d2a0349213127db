import { type ReactNode, useState } from "react";
import { MarginBlock } from "#components/layout/columns.tsx";
import { CodeBlock, type CodePart } from "#components/ui/code-block.tsx";
import { Fact, Facts } from "#components/ui/marks/fact.tsx";
import { Strip } from "#components/ui/strip.tsx";
import type { LaunchPlan, PlanIssue, RecipeDescription } from "#server/contracts/launch/plan.ts";
import { countOf, listFirst, writeCount, writeOf } from "#server/wording/counts.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";
import { writeSeeds } from "#server/wording/seeds.ts";
import { TakesAbout, WhereTrained } from "./takes-about.tsx";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { RunState } from "#components/ui/marks/run-state.tsx";
import { Tag } from "#components/ui/controls/chip.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";

const MOST_SEEDS = 6;
const MOST_ROWS = 24;
/** So many places of code that is not hashed are named. */
const MOST_PLACES = 3;
const BREAK = " \\\n  ";

interface PlannedCellProps {
  plan: LaunchPlan;
  label: string;
  seed: number;
  missing: boolean;
}

/** What a press makes of one configuration and seed: a new run, one again, or nothing where one stands already. */
function PlannedCell({ plan, label, seed, missing }: PlannedCellProps) {
  const there = plan.joins?.runs[label]?.find((run) => run.seed === seed);
  if (!there) return <span className="plan-new">new</span>;
  const mark = (
    <PageLink href={`/runs/${there.runId}`} aria-label={`${there.name}, ${there.state}`}>
      <RunState state={there.state} glyphOnly />
    </PageLink>
  );
  if (missing && !there.lacking) return mark;
  return (
    <>
      {mark} <span className="plan-new">again</span>
    </>
  );
}

/** The grid that becomes the result table: one row per variant, one box per seed. */
function PlanGrid({ plan, missing }: { plan: LaunchPlan; missing: boolean }) {
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
              <Cell key={seed} num wrap>
                <PlannedCell plan={plan} label={variant.label} seed={seed} missing={missing} />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

interface CommandProps {
  plan: LaunchPlan;
  recipe: RecipeDescription;
}

/** The first run's command: what differs between the runs tinted, what is wrong marked, and defaults shown on demand. */
function Command({ plan, recipe }: CommandProps) {
  const [all, setAll] = useState(false);
  const wrong = new Set(plan.issues.map((issue) => issue.field));
  const varies = new Set([...plan.varies, ...(plan.seeds.length > 1 ? ["seed"] : [])]);
  const defaults = new Set(recipe.fields.map((field) => `--${field.name}=${String(field.default)}`));
  const options = plan.command.findIndex((word) => word.startsWith("--"));
  const words = options < 0 ? plan.command.length : options;
  const head = plan.command.slice(0, words).join(" ");
  const args = plan.command.slice(words);
  const kindOf = (arg: string): "wrong" | "vary" | null => {
    // A script may write an option with dashes where its field has underscores.
    const name = arg.slice(2, arg.indexOf("=")).replaceAll("-", "_");
    if (wrong.has(name)) return "wrong";
    return varies.has(name) ? "vary" : null;
  };
  const shown = all ? args : args.filter((arg) => kindOf(arg) !== null || !defaults.has(arg));
  const parts = shown.flatMap((arg): CodePart[] => {
    const kind = kindOf(arg);
    return [BREAK, kind === null ? arg : { text: arg, kind }];
  });
  const folded = args.length - shown.length;
  return (
    <>
      <CodeBlock
        title={`Command, run ${writeOf(1, plan.runs)}`}
        code={[head, ...parts]}
        copy={[head, ...args].join(BREAK)}
      />
      <p className="muted small">
        {all || folded > 0 ? (
          <QuietButton onClick={() => setAll(!all)}>
            {all ? "Fold defaults" : `+ ${countOf(folded, "default")}`}
          </QuietButton>
        ) : null}{" "}
        {varies.size > 0 ? "Tinted: differs between the runs." : ""}
      </p>
    </>
  );
}

/** What is wrong, once each, with the configurations that it is wrong in; of what all share none is named. */
export function issuesOnce(
  issues: readonly PlanIssue[],
): (Pick<PlanIssue, "field" | "message"> & { variants: string[] })[] {
  const same = Map.groupBy(issues, ({ field, message }) => `${field ?? ""} ${message}`);
  return [...same.values()].map((group) => ({
    field: group[0].field,
    message: group[0].message,
    variants: group.flatMap(({ variant }) => variant ?? []),
  }));
}

/** What the press will do: totals, grid, lints, what the caller adds about the design, and the exact command last. */
export function PlanPanel({
  plan,
  recipe,
  missing,
  children,
}: CommandProps & { missing: boolean; children?: ReactNode }) {
  const { estimate } = plan;
  // What is wrong has no cost; where nothing is missing there is nothing wrong, and the cost is none.
  const isWrong = plan.issues.length > 0 && plan.runs > 0;
  return (
    <>
      <Facts>
        <Fact
          label="New runs"
          note={
            isWrong
              ? undefined
              : `${missing ? "what is missing of " : ""}${writeCount(plan.variants.length)} x ${writeSeeds(plan.seeds.length)}`
          }
        >
          {isWrong ? NOT_MEASURED : writeCount(plan.runs)}
        </Fact>
        {isWrong ? null : estimate.episodes > 0 ? (
          <Fact label="Train episodes" note="at most, all runs">
            {writeCount(estimate.episodes)}
          </Fact>
        ) : null}
        {isWrong ? null : <TakesAbout estimate={estimate} runs={plan.runs} />}
        {isWrong ? null : <WhereTrained devices={plan.devices} />}
      </Facts>
      {plan.variants.length > 0 ? <PlanGrid plan={plan} missing={missing} /> : null}
      <MarginBlock title="Before you launch">
        {issuesOnce(plan.issues).map(({ field, message, variants }) => (
          <Strip
            key={`${field ?? ""} ${message}`}
            place="margin"
            level="error"
            claim={variants.length > 1 || !variants[0] ? undefined : `${variants[0]}.`}
          >
            {message}
          </Strip>
        ))}
        {plan.lints
          .filter((lint) => lint.level !== "block")
          .map((lint) => (
            <Strip
              key={lint.id + lint.claim}
              place="margin"
              level={lint.level === "caution" ? "warning" : "info"}
              rule={lint.id}
              claim={lint.claim}
              evidence={plan.variants.length > 1 ? `In ${lint.variants.join(", ")}.` : undefined}
            >
              {lint.detail}
            </Strip>
          ))}
        {plan.unhashedCode.length > 0 ? (
          <Strip place="margin" level="info" claim="Code that is not hashed, and so not approved:">
            <code>{listFirst(plan.unhashedCode, MOST_PLACES)}</code>
          </Strip>
        ) : null}
        {plan.issues.length === 0 && plan.lints.length === 0 ? <p className="muted">No warnings.</p> : null}
      </MarginBlock>
      {children}
      {plan.command.length > 0 ? <Command plan={plan} recipe={recipe} /> : null}
    </>
  );
}
