"use client";

import { useState } from "react";
import { announce } from "#components/ui/announce.ts";
import { Button, QuietButton } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import {
  type Condition,
  type ConditionOp,
  isComparable,
  OPS_WITHOUT_VALUE,
  opsOf,
  parseColumnId,
  type Reducer,
  REDUCERS,
} from "#server/contracts/run-table-columns.ts";
import type { RunSearch } from "../runs/run-search.ts";
import { columnName, REDUCER_WORDS } from "./column-words.ts";
import { errorOf, hintOf, OP_WORDS } from "./condition-words.ts";
import { RunTableFind } from "./find.tsx";

interface RunTableConditionProps {
  open: boolean;
  onClose: () => void;
  search: RunSearch;
  onAdd: (condition: Condition) => void;
}

/** Builds one condition: a column, a comparison, a value. */
export function RunTableCondition({ open, onClose, search, onAdd }: RunTableConditionProps) {
  return (
    <Dialog open={open} onClose={onClose} size="wide" title="Only runs where …">
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
            options={ops.map((one) => ({ value: one, label: OP_WORDS[one] }))}
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
