import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "#components/layout/use-project.ts";
import { useApi } from "#components/trpc/api.ts";
import { liveOn } from "#components/trpc/live-on.ts";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { TRAIN_WAY } from "./evaluation-picker.tsx";
import { CONNECT_WAY } from "#components/ui/connect-way.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Cell, HeadCell, Row } from "#components/ui/tables/table.tsx";
import { MAX_SIDES } from "#server/contracts/compare/compare-words.ts";
import { shortId } from "#server/contracts/id-prefixes.ts";
import { topics } from "#server/contracts/live.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { nameSeed } from "#server/wording/seeds.ts";
import { PickerFrame, WHILE_SEARCHED } from "./picker-frame.tsx";

const SHOWN = 50;

interface RunPickerProps {
  /** Ids of runs, in their order; the first is what the others are compared with. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Closes the list; missing while fewer than two are chosen. */
  onDone?: () => void;
}

/** Runs to choose from, newest first, whoever trained them: search by name, id or experiment. */
export function RunPicker({ chosen, onChange, onDone }: RunPickerProps) {
  const [search, setSearch] = useState("");
  const project = useProject();
  const list = useQuery(
    useApi().runs.list.queryOptions(
      { project, search, limit: SHOWN },
      { ...WHILE_SEARCHED, meta: liveOn([topics.runs], 2000) },
    ),
  );
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const nameOf = (id: string) =>
    visibleName(list.data?.rows.find((row) => row.id === id)?.name ?? names[id] ?? shortId(id));
  const full = chosen.length >= MAX_SIDES;
  const toggle = (id: string, name: string) => {
    setNames({ ...names, [id]: name });
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  };
  return (
    <PickerFrame
      title="Runs"
      one="run"
      search={{ value: search, onChange: setSearch, placeholder: "name, id or experiment" }}
      chosen={chosen}
      nameOf={nameOf}
      onChange={onChange}
      onDone={onDone}
      list={list}
      ways={[TRAIN_WAY, CONNECT_WAY]}
    >
      {(rows) => (
        <>
          <thead>
            <Row>
              <HeadCell fixed>Run</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell>Experiment</HeadCell>
              <HeadCell>Recipe</HeadCell>
              <HeadCell>Seed</HeadCell>
              <HeadCell>Launched</HeadCell>
            </Row>
          </thead>
          <tbody>
            {rows.map((row) => {
              const on = chosen.includes(row.id);
              return (
                <Row key={row.id} selected={on}>
                  <Cell fixed>
                    <Checkbox checked={on} disabled={full && !on} onChange={() => toggle(row.id, row.name)}>
                      {visibleName(row.name)}
                    </Checkbox>
                  </Cell>
                  <Cell>{row.state}</Cell>
                  <Cell quiet>{visibleName(row.experiment)}</Cell>
                  <Cell>{row.recipe}</Cell>
                  <Cell>{nameSeed(row.seed)}</Cell>
                  <Cell quiet>
                    <Time at={row.queuedAt} now={list.dataUpdatedAt} form="moment" />
                  </Cell>
                </Row>
              );
            })}
          </tbody>
        </>
      )}
    </PickerFrame>
  );
}
