"use client";

import { useState } from "react";
import { announce } from "#components/ui/announce.ts";
import { Button, IconButton } from "#components/ui/controls/button.tsx";
import { Chevron } from "#components/ui/marks/chevron.tsx";
import { Cross } from "#components/ui/controls/chip.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { type Reducer, REDUCERS } from "#server/contracts/run-table-columns.ts";
import type { RunSearch } from "../search-params/runs.ts";
import type { ChosenColumn } from "../search-params/run-table.ts";
import { columnName, columnWords, REDUCER_WORDS } from "./column-words.ts";
import { canAddColumn } from "../search-params/run-table-defaults.ts";
import { moveItem } from "./drag.ts";
import { type ColumnOffer, RunTableFind } from "./find.tsx";

interface RunTableChooserProps {
  open: boolean;
  onClose: () => void;
  search: RunSearch;
  onChange: (columns: readonly ChosenColumn[] | null) => void;
}

const idOf = (offer: ColumnOffer, reducer: Reducer): string =>
  offer.kind === "metric" ? `${offer.id}:${reducer}` : offer.id;

/** Why a metric has no such column, or null. */
function whyNot(offer: ColumnOffer, reducer: Reducer): string | null {
  const needsDirection = reducer === "best" || reducer === "best_at";
  return needsDirection && offer.kind === "metric" && offer.better === null
    ? "no direction, so no best"
    : null;
}

/** Which columns stand in the table, in which order; a change is seen behind the sheet at once. */
export function RunTableChooser({ open, onClose, search, onChange }: RunTableChooserProps) {
  const [reducer, setReducer] = useState<Reducer>("last");
  const columns = search.cols;
  const add = (offer: ColumnOffer) => {
    const id = idOf(offer, reducer);
    const why = whyNot(offer, reducer);
    if (why) return announce(`${columnName(id)}: ${why}`);
    if (columns.some((column) => column.id === id)) {
      onChange(columns.filter((column) => column.id !== id));
      return announce(`${columnName(id)} taken away`);
    }
    if (!canAddColumn(columns))
      return announce("The table has as many columns as it can show. Take some away first.");
    onChange([...columns, { id, width: null }]);
    return announce(`${columnName(id)} added as column ${columns.length + 1}`);
  };
  const move = (index: number, before: number, to: number) => {
    onChange(moveItem(columns, index, before));
    announce(`${columnName(columns[index].id)} is column ${to + 1} of ${columns.length}`);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      title="Columns"
      text="Name, state and checks always stand first. The choice is part of the address."
      actions={
        <>
          <Button onClick={() => onChange(null)}>Default columns</Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="column-chooser">
        <section aria-label="Shown columns">
          <h3>Shown, {columns.length}</h3>
          <ol className="column-list">
            {columns.map(({ id }, index) => (
              <li key={id}>
                <span className="column-list-name">
                  {columnWords(id).title} <span className="muted">{columnWords(id).sub}</span>
                </span>
                <IconButton
                  label={`Move ${columnName(id)} up`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1, index - 1)}
                >
                  <Chevron direction="up" />
                </IconButton>
                <IconButton
                  label={`Move ${columnName(id)} down`}
                  disabled={index === columns.length - 1}
                  onClick={() => move(index, index + 2, index + 1)}
                >
                  <Chevron direction="down" />
                </IconButton>
                <IconButton
                  label={`Take ${columnName(id)} away`}
                  onClick={() => {
                    onChange(columns.filter((column) => column.id !== id));
                    announce(`${columnName(id)} taken away`);
                  }}
                >
                  <Cross />
                </IconButton>
              </li>
            ))}
          </ol>
        </section>
        <section aria-label="Columns to add">
          <div className="column-reducer">
            <h3>Add</h3>
            <Select
              label="What of a metric"
              value={reducer}
              width={170}
              onChange={(value) => setReducer(value as Reducer)}
              options={REDUCERS.map((value) => ({ value, label: REDUCER_WORDS[value] }))}
              unit="of a metric"
            />
          </div>
          <RunTableFind
            search={search}
            accepts={() => true}
            onPick={add}
            end={(offer) =>
              whyNot(offer, reducer) ??
              (columns.some((c) => c.id === idOf(offer, reducer)) ? "· shown" : null)
            }
          />
        </section>
      </div>
    </Dialog>
  );
}
