"use client";

import { writeWhole } from "#server/wording/numbers.ts";
import { writeCount, writeOf } from "#server/wording/counts.ts";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { LABEL_RULES_TITLES, MOST_SETS } from "#server/contracts/label-rule.ts";
import type { LabelSetInfo } from "#packs/repair/contracts/prm.ts";

/** "on baseline-s0 by rules-s0": labelling runs are often named alike, so what they label comes first. */
function setName({ labelled, run }: Pick<LabelSetInfo, "labelled" | "run">): string {
  return `on ${labelled.name} by ${run.name}`;
}

interface SetPickerProps {
  sets: LabelSetInfo[];
  chosen: string[];
  onChoose: (ids: string[]) => void;
  now: number;
}

/** Which label sets the page reads: one, or several that are shown together and side by side. */
export function SetPicker({ sets, chosen, onChoose, now }: SetPickerProps) {
  const names = sets.filter((set) => chosen.includes(set.id)).map(setName);
  const toggle = (id: string, on: boolean) => {
    const next = on ? [...chosen, id] : chosen.filter((one) => one !== id);
    if (next.length > 0 && next.length <= MOST_SETS) onChoose(next);
  };
  return (
    <div className="set-picker">
      <Disclosure
        summary={
          <>
            {writeOf(chosen.length, sets.length, "label set")}: {names.join(", ")}
          </>
        }
      >
        <Table label="Label sets" density="dense" foot={`At most ${MOST_SETS} at once, at least one.`}>
          <thead>
            <Row>
              <HeadCell tight label="Shown" />
              <HeadCell>Labels of run</HeadCell>
              <HeadCell sub="run, train step">Episodes of</HeadCell>
              <HeadCell>Rules</HeadCell>
              <HeadCell>Problems</HeadCell>
              <HeadCell num sub="steps">
                n
              </HeadCell>
              <HeadCell num>Episodes</HeadCell>
              <HeadCell>When</HeadCell>
            </Row>
          </thead>
          <tbody>
            {sets.map((set) => (
              <Row key={set.id} selected={chosen.includes(set.id)}>
                <Cell tight>
                  <Checkbox
                    label={`Show the labels ${setName(set)}`}
                    checked={chosen.includes(set.id)}
                    onChange={(on) => toggle(set.id, on)}
                  />
                </Cell>
                <Cell>
                  <RowName href={`/runs/${set.run.id}`}>{set.run.name}</RowName>
                </Cell>
                <Cell>
                  <RowName href={`/evaluations/${set.evaluation.id}`}>
                    {set.labelled.name}, step {writeWhole(set.evaluation.trainStep)}
                  </RowName>
                </Cell>
                <Cell quiet>{LABEL_RULES_TITLES[set.rules]}</Cell>
                <Cell quiet>{set.population}</Cell>
                <Cell num>{writeCount(set.n)}</Cell>
                <Cell num>{writeCount(set.episodes)}</Cell>
                <Cell>
                  <Time at={set.at} now={now} form="moment" />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Disclosure>
    </div>
  );
}
