"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useApi } from "#components/trpc/api.ts";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import type { FoundColumn } from "#server/contracts/run-table.ts";
import { BUILT_INS, FIXED_COLUMNS, type BuiltIn } from "#server/contracts/run-table-columns.ts";
import { writeOf } from "#server/wording/counts.ts";
import { runTableView, type RunSearch } from "../search-params/runs.ts";
import { columnWords } from "./column-words.ts";

/** A column to choose: one that every run has, or one that was found among metrics and parameters. */
export type ColumnOffer = { kind: "built-in"; id: BuiltIn } | FoundColumn;

interface RunTableFindProps {
  search: RunSearch;
  /** Offers of the first kind that make sense here. */
  accepts: (name: BuiltIn) => boolean;
  onPick: (offer: ColumnOffer) => void;
  /** What stands at the right of an offer in place of nothing: "shown". */
  end?: (offer: ColumnOffer) => ReactNode;
}

const SHOWN = 60;

const isFixed = (name: BuiltIn) => (FIXED_COLUMNS as readonly BuiltIn[]).includes(name);

export function offerWords(offer: ColumnOffer): { title: string; name: string } {
  if (offer.kind === "built-in") return { title: columnWords(offer.id).title, name: "" };
  return { title: offer.title, name: offer.title === offer.name ? "" : offer.name };
}

/** Every column there is, by a part of its name, with how many of the runs in view have it. */
export function RunTableFind({ search, accepts, onPick, end }: RunTableFindProps) {
  const api = useApi();
  const [find, setFind] = useState("");
  const { project, state, search: q, experimentId, where } = runTableView(search);
  const found = useQuery(
    api.runs.columns.queryOptions(
      { project, state, search: q, experimentId, where, find, limit: SHOWN },
      { placeholderData: keepPreviousData },
    ),
  );
  const builtIns = BUILT_INS.filter(
    (name) =>
      accepts(name) &&
      !isFixed(name) &&
      columnWords(name).title.toLowerCase().includes(find.trim().toLowerCase()),
  ).map((id): ColumnOffer => ({ kind: "built-in", id }));
  const offers = [...builtIns, ...(found.data?.columns ?? [])];
  const total = builtIns.length + (found.data?.found ?? 0);
  return (
    <div className="column-find">
      <TextInput
        label="Find a column"
        lead="Find"
        value={find}
        onChange={setFind}
        placeholder="metric, parameter, fact"
      />
      <output className="muted">
        {found.error
          ? `The columns could not be read: ${found.error.message}`
          : found.data
            ? `Showing ${writeOf(offers.length, total, "column")}.`
            : "Reading the columns"}
      </output>
      <ul className="column-offers" aria-label="Columns found">
        {offers.map((offer) => {
          const { title, name } = offerWords(offer);
          return (
            <li key={offer.id}>
              <button type="button" onClick={() => onPick(offer)}>
                <span>
                  {title} {name ? <code>{name}</code> : null}
                  {offer.kind === "metric" && offer.axis && offer.axis !== "step"
                    ? ` over ${offer.axis}`
                    : ""}
                </span>
                <span className="muted">
                  {offer.kind === "built-in"
                    ? null
                    : `in ${writeOf(offer.runs, found.data?.runs ?? 0, "run")}`}
                  {end ? <> {end(offer)}</> : null}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
