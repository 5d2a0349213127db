"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { isScriptVersion } from "#server/contracts/launch/script-version.ts";
import { RunCode } from "./run-code.tsx";
import { Section } from "#components/ui/section.tsx";
import type { RunDetail } from "#server/contracts/run.ts";
import { writePlace } from "#server/wording/charts/axes.ts";
import { writeOf } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { writeSeed } from "#server/wording/seeds.ts";
import { writeSet } from "#server/wording/typed.ts";
import { NOT_MEASURED } from "#server/wording/typography.ts";

/** Every parameter with its default and what the run is compared with; the reward's own configuration; the command. */
export function RunConfig({ run }: { run: RunDetail }) {
  const api = useApi();
  const recipes = useQuery(api.bench.recipes.queryOptions());
  const fields = recipes.data?.find((r) => r.slug === run.row.recipe)?.fields ?? [];
  const against = new Map(run.changed.map((c) => [c.name, c]));
  const shaping = Object.entries(run.rewardConfig.shaping);
  return (
    <>
      <Section
        title="Parameters"
        note={`${run.recipeTitle} ${run.recipeVersion}; ${writeOf(run.changed.length, fields.length)} ${run.changedFrom === null ? "stand as they are" : `differ from ${run.changedFrom}`}`}
      >
        <Table label="Parameters" density="dense">
          <thead>
            <Row>
              <HeadCell fixed>Parameter</HeadCell>
              <HeadCell num>Value</HeadCell>
              <HeadCell num>{run.changedFrom}</HeadCell>
              <HeadCell num>Default</HeadCell>
              <HeadCell>Unit</HeadCell>
              <HeadCell>What it does</HeadCell>
            </Row>
          </thead>
          <tbody>
            <Row>
              <Cell fixed>
                <code>seed</code>
              </Cell>
              <Cell num>{writeSeed(run.row.seed)}</Cell>
              <Cell num>{NOT_MEASURED}</Cell>
              <Cell num>{NOT_MEASURED}</Cell>
              <Cell />
              <Cell wrap quiet>
                Drives rollouts and minibatches only.
              </Cell>
            </Row>
            {fields.map((field) => {
              const change = against.get(field.name);
              return (
                <Row key={field.name} selected={change !== undefined}>
                  <Cell fixed>
                    <code>{field.name}</code>
                  </Cell>
                  <Cell num>{writeSet(run.params[field.name])}</Cell>
                  <Cell num>{change ? writeSet(change.from) : "same"}</Cell>
                  <Cell num>{writeSet(field.default)}</Cell>
                  <Cell>{field.unit ?? ""}</Cell>
                  <Cell wrap quiet>
                    {field.reason}
                  </Cell>
                </Row>
              );
            })}
          </tbody>
        </Table>
      </Section>
      <Section
        title="Reward"
        note={
          run.rewardHash === ""
            ? "not on record: what the recipe does not say of its reward forbids no ranking, and is said"
            : `hash ${run.rewardHash.slice(0, 8)}: training rewards are ranked only against runs with the same one`
        }
      >
        <p>
          {run.rewardConfig.formula}. Range {writePlace(run.rewardConfig.min)} to{" "}
          {writePlace(run.rewardConfig.max)}
          {run.rewardConfig.noiseFloor > 0
            ? `; noise floor ${writeNumber(run.rewardConfig.noiseFloor)} (sd of the injected noise)`
            : "; no injected noise"}
          {shaping.length > 0
            ? `; ${shaping.map(([name, value]) => `${name} ${writeSet(value)}`).join(", ")}`
            : ""}
          .
        </p>
      </Section>
      <Section
        title="Command"
        note={
          isScriptVersion(run.recipeVersion) ? "as it was started" : "run by hand it gives the same curve"
        }
      >
        <CodeBlock label="Command" code={run.command.join(" \\\n  ")} copy />
      </Section>
      <RunCode run={run} />
    </>
  );
}
