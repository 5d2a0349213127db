"use client";

import { useEffect, useRef, useState } from "react";
import { useKeys } from "#components/layout/use-keys.ts";
import { Button, QuietButton } from "#components/ui/controls/button.tsx";
import { Chip } from "#components/ui/controls/chip.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";
import type { RunSearch } from "../search-params/runs.ts";
import { RunTableChooser } from "./chooser.tsx";
import { conditionWords, errorOf, hintOf, opWords } from "./condition-words.ts";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { Select } from "#components/ui/controls/select.tsx";
import {
  type Condition,
  type ConditionOp,
  GROUPINGS,
  isComparable,
  OPS_WITHOUT_VALUE,
  opsOf,
  parseColumnId,
  type Reducer,
  REDUCERS,
} from "#server/contracts/run-table-columns.ts";
import { columnName, columnWords, REDUCER_WORDS } from "./column-words.ts";
import { countOf, writeCount, writeOf, ordinal } from "#server/wording/counts.ts";
import type { TableLines } from "./lines.ts";
import { announce } from "#components/ui/announce.ts";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { RunTableFind } from "./find.tsx";

interface RunTableConditionProps {
  open: boolean;
  onClose: () => void;
  search: RunSearch;
  onAdd: (condition: Condition) => void;
}

/** Builds one condition: a column, a comparison, a value. */
function RunTableCondition({ open, onClose, search, onAdd }: RunTableConditionProps) {
  return (
    <Dialog open={open} onClose={onClose} size="wide" title="Filter">
      <Builder search={search} onClose={onClose} onAdd={onAdd} />
    </Dialog>
  );
}

function Builder({ search, onClose, onAdd }: Omit<RunTableConditionProps, "open">) {
  const [id, setId] = useState<string | null>(null);
  const [op, setOp] = useState<ConditionOp | null>(null);
  const [value, setValue] = useState("");
  const [tried, setTried] = useState(false);
  const column = id === null ? null : parseColumnId(id);
  if (id === null || !column)
    return (
      <RunTableFind
        search={search}
        accepts={(name) => isComparable({ kind: "built-in", name })}
        onPick={(offer) => setId(offer.kind === "metric" ? `${offer.id}:last` : offer.id)}
      />
    );
  const ops = opsOf(column);
  const chosen = op !== null && ops.includes(op) ? op : ops[0];
  const error = errorOf(column, chosen, value);
  const add = () => {
    setTried(true);
    if (error) return announce(error);
    onAdd({ column: id, op: chosen, value: OPS_WITHOUT_VALUE.has(chosen) ? "" : value.trim() });
    return onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <p>
        <b>{columnName(id)}</b> <QuietButton onClick={() => setId(null)}>Another column</QuietButton>
      </p>
      {column.kind === "metric" ? (
        <Field label="Which value">
          {(control) => (
            <Select
              id={control.id}
              value={column.reducer}
              width={220}
              onChange={(reducer) => setId(`${id.slice(0, id.lastIndexOf(":"))}:${reducer as Reducer}`)}
              options={REDUCERS.map((reducer) => ({ value: reducer, label: REDUCER_WORDS[reducer] }))}
            />
          )}
        </Field>
      ) : null}
      <Field label="Comparison">
        {(control) => (
          <Select
            id={control.id}
            value={chosen}
            width={220}
            onChange={(next) => setOp(next as ConditionOp)}
            options={ops.map((one) => ({ value: one, label: opWords(column, one) }))}
          />
        )}
      </Field>
      {OPS_WITHOUT_VALUE.has(chosen) ? null : (
        <Field label="Value" why={hintOf(column)} error={tried ? error : null}>
          {(control) => <TextInput {...control} value={value} onChange={setValue} width={220} />}
        </Field>
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit">
          Add the condition
        </Button>
      </div>
    </form>
  );
}

/** How much of everything is shown, and why not more. */
export function shownWords({ runs, all, groups }: Pick<TableLines, "runs" | "all" | "groups">): string {
  const hidden = all - runs;
  const what = groups === null ? "" : `${countOf(groups, "group")}, `;
  const kept = hidden === 0 ? "" : ` ${writeCount(hidden)} hidden by the filter.`;
  return `Showing ${what}${writeOf(runs, all, "run")}.${kept}`;
}

const NONE = "";

/** Puts runs together by something they share; the parameters there are, are read when somebody comes near. */
function RunTableGroupSelect({ search, onChange }: { search: RunSearch; onChange: (by: string[]) => void }) {
  const api = useApi();
  const [near, setNear] = useState(false);
  const params = useQuery(
    api.runs.columns.queryOptions(
      { project: search.project, kinds: ["param"], limit: 200, experimentId: search.experiment },
      { enabled: near },
    ),
  );
  const by = search.group === null ? [] : [search.group, ...search.also];
  const known = (params.data?.columns ?? []).map(({ id }) => id);
  const chosen = by.filter((id) => !(GROUPINGS as readonly string[]).includes(id));
  const offered = [...new Set([...chosen, ...known])];
  const words = (i: number, title: string) => `${i === 0 ? "By" : "and by"} ${title}`;
  const choices = (i: number) => [
    { value: NONE, label: i === 0 ? "Not grouped" : "and by nothing else" },
    ...GROUPINGS.map((name) => ({ value: name, label: words(i, columnWords(name).title.toLowerCase()) })),
    ...offered.map((id) => ({ value: id, label: words(i, columnWords(id).title) })),
  ];
  // One more than there are, so that another can be chosen.
  const shown = Math.min(by.length + 1, ASK_LIMITS.moreGroups + 1);
  return (
    <span className="group-by" onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
      {Array.from({ length: shown }, (_, i) => (
        <Select
          key={i}
          label={i === 0 ? "Group the runs by" : `Group the runs also by, ${ordinal(i + 1)}`}
          value={by[i] ?? NONE}
          width={i === 0 ? 210 : 170}
          onChange={(value) => onChange(value === NONE ? by.toSpliced(i, 1) : by.toSpliced(i, 1, value))}
          options={choices(i).filter(({ value }) => value === NONE || value === by[i] || !by.includes(value))}
        />
      ))}
    </span>
  );
}

interface RunTableToolbarProps {
  search: RunSearch;
  onSearch: (change: { [Key in keyof RunSearch]?: RunSearch[Key] | null }) => void;
}

const TYPING_MS = 250;

/** Which runs, put together how, with which columns. Every choice is part of the address. */
export function RunTableToolbar({ search, onSearch }: RunTableToolbarProps) {
  const [typed, setTyped] = useState(search.q);
  const [dialog, setDialog] = useState<"columns" | "condition" | null>(null);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed !== search.q) onSearch({ q: typed || null });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, search.q, onSearch]);
  useKeys([{ keys: "/", label: "Filter the runs", group: "This page", run: () => box.current?.focus() }]);
  const close = () => setDialog(null);
  return (
    <>
      <div className="toolbar">
        <TextInput
          ref={box}
          label="Filter by name or id"
          lead="Filter"
          value={typed}
          onChange={setTyped}
          placeholder="name or id"
          maxLength={ASK_LIMITS.search}
          width={240}
        />
        <Chip kind="add" onPress={() => setDialog("condition")}>
          Add filter
        </Chip>
        <RunTableGroupSelect
          search={search}
          onChange={([group = null, ...also]) => onSearch({ group, also, open: null })}
        />
        <Button onClick={() => setDialog("columns")}>Columns</Button>
        {/* What comes and goes stands last, so that nothing else changes its place. */}
        {search.experiment ? (
          <Button size="small" onClick={() => onSearch({ experiment: null })}>
            All experiments
          </Button>
        ) : null}
        {search.where.map((condition, i) => (
          <Chip
            key={JSON.stringify(condition)}
            on
            onRemove={() => onSearch({ where: search.where.filter((_, other) => other !== i) })}
            removeLabel={`Remove ${conditionWords(condition)}`}
          >
            {conditionWords(condition)}
          </Chip>
        ))}
      </div>
      <RunTableChooser
        open={dialog === "columns"}
        onClose={close}
        search={search}
        onChange={(cols) => onSearch({ cols: cols === null ? null : [...cols] })}
      />
      <RunTableCondition
        open={dialog === "condition"}
        onClose={close}
        search={search}
        onAdd={(condition) => onSearch({ where: [...search.where, condition] })}
      />
    </>
  );
}
