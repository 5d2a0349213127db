"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "#components/layout/use-project.ts";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Cell, HeadCell, Row } from "#components/ui/tables/table.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { CONNECT_WAY } from "#components/ui/connect-way.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { areMixed, LeadCell, leadHead, leadMethod } from "#components/evaluations/lead-share.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { MAX_SIDES } from "#server/contracts/compare/compare-words.ts";
import type { EvaluationListRow } from "#server/contracts/evaluation.ts";
import { shortId } from "#server/contracts/id-prefixes.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { writeSeed } from "#server/wording/seeds.ts";
import { pickInput } from "../search-params/compare.ts";
import { PickerFrame, WHILE_SEARCHED } from "./picker-frame.tsx";

/** What is chosen, in the words of the page's title: the second is measured against the first. */
export function chosenWords(names: readonly string[]): string {
  const [first, second] = names;
  if (first === undefined) return "";
  if (second === undefined) return `1 chosen: ${first}. Choose at least one to compare with it.`;
  if (names.length === 2) return `2 chosen: ${second} against ${first}`;
  return `${writeCount(names.length)} chosen: ${countOf(names.length - 1, "evaluation")} against ${first}`;
}

interface EvaluationPickerProps {
  /** Ids of evaluations or runs, in their order. */
  chosen: string[];
  onChange: (chosen: string[]) => void;
  /** Closes the list; missing while fewer than two are chosen. */
  onDone?: () => void;
}

/** How to have something to compare, where nothing was trained yet. */
export const TRAIN_WAY = {
  title: "Train two, a minute",
  text: "Every finished run leaves a final evaluation on held-out problems. Launch two presets, then compare them here.",
  action: (
    <LinkButton href="/launch?mode=matrix" kind="primary">
      Launch an ablation
    </LinkButton>
  ),
};

const WAYS = [
  TRAIN_WAY,
  CONNECT_WAY,
  {
    title: "From the command line",
    text: "npx ablab launch grpo --preset baseline --preset no_kl --seeds 0-2 --wait",
    action: null,
  },
];

/** How an id in the address is called here: by its own evaluation, or by its run's final one. */
const isChosen = (row: EvaluationListRow, chosen: string[]) =>
  chosen.includes(row.id) || (row.final && chosen.includes(row.run.id));

/** Evaluations to choose from, newest first: search by run, recipe or problem set. */
export function EvaluationPicker({ chosen, onChange, onDone }: EvaluationPickerProps) {
  const api = useApi();
  const [search, setSearch] = useState("");
  const [along, setAlong] = useState(false);
  const project = useProject();
  const list = useQuery(
    api.evaluations.list.queryOptions(pickInput(search, along, project), {
      ...WHILE_SEARCHED,
    }),
  );
  const toggle = (row: EvaluationListRow) => {
    if (!isChosen(row, chosen)) return onChange([...chosen, row.id]);
    return onChange(chosen.filter((id) => id !== row.id && !(row.final && id === row.run.id)));
  };
  const full = chosen.length >= MAX_SIDES;
  const nameOf = (id: string) => {
    const row = list.data?.rows.find((r) => r.id === id || (r.final && r.run.id === id));
    return row ? row.run.name + (row.final ? "" : `, step ${writeWhole(row.trainStep)}`) : shortId(id);
  };
  return (
    <>
      <PickerFrame
        title="Evaluations"
        one="evaluation"
        search={{ value: search, onChange: setSearch, placeholder: "run, recipe, problem set" }}
        more={
          <Checkbox checked={along} onChange={setAlong}>
            Along training as well
          </Checkbox>
        }
        chosen={chosen}
        nameOf={nameOf}
        onChange={onChange}
        onDone={onDone}
        list={list}
        ways={WAYS}
        foot={(rows) => leadMethod(rows.map(({ lead }) => lead))}
      >
        {(rows) => (
          <>
            <thead>
              <Row>
                <HeadCell fixed>Evaluation</HeadCell>
                <HeadCell>Recipe</HeadCell>
                <HeadCell num>Seed</HeadCell>
                <HeadCell num>Train step</HeadCell>
                <HeadCell num sub="% [95 %]">
                  {leadHead(rows.map(({ lead }) => lead))}
                </HeadCell>
                <HeadCell num sub="problems">
                  n
                </HeadCell>
                <HeadCell>Problems</HeadCell>
                <HeadCell>Experiment</HeadCell>
                <HeadCell>Evaluated</HeadCell>
              </Row>
            </thead>
            <tbody>
              {rows.map((row) => {
                const on = isChosen(row, chosen);
                return (
                  <Row key={row.id} selected={on}>
                    <Cell fixed>
                      <Checkbox checked={on} disabled={full && !on} onChange={() => toggle(row)}>
                        {row.run.name}
                      </Checkbox>
                    </Cell>
                    <Cell>{row.run.recipe}</Cell>
                    <Cell num>{writeSeed(row.run.seed)}</Cell>
                    <Cell num>
                      {row.final ? `${writeWhole(row.trainStep)}, final` : writeWhole(row.trainStep)}
                    </Cell>
                    <Cell num>
                      <LeadCell lead={row.lead} named={areMixed(rows.map(({ lead }) => lead))} />
                    </Cell>
                    <Cell num>{writeCount(row.n)}</Cell>
                    <Cell quiet>
                      {row.population.name} <code>{row.population.hash.slice(0, 8)}</code>
                    </Cell>
                    <Cell quiet>{row.experiment.title}</Cell>
                    <Cell quiet>
                      <Time at={row.at} now={list.dataUpdatedAt} form="moment" />
                    </Cell>
                  </Row>
                );
              })}
            </tbody>
          </>
        )}
      </PickerFrame>
      {chosen.length > 0 ? (
        <div className="chosen-bar">
          <output>{chosenWords(chosen.map(nameOf))}</output>
          {onDone ? (
            <Button kind="primary" onClick={onDone}>
              Show
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
