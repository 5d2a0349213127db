"use client";

import { useEffect, useRef, useState } from "react";
import { useKeys } from "#components/layout/use-keys.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Chip } from "#components/ui/controls/chip.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { ASK_LIMITS } from "#server/contracts/ask-limits.ts";
import type { RunSearch } from "../runs/run-search.ts";
import { RunTableChooser } from "./chooser.tsx";
import { conditionWords } from "./condition-words.ts";
import { RunTableCondition } from "./condition.tsx";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { Select } from "#components/ui/controls/select.tsx";
import { GROUPINGS } from "#server/contracts/run-table-columns.ts";
import { columnWords } from "./column-words.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import type { TableLines } from "./lines.ts";

/** How much of everything is shown, and why not more. */
export function shownWords({ runs, all, groups }: Pick<TableLines, "runs" | "all" | "groups">): string {
  const hidden = all - runs;
  const what = groups === null ? "" : `${countOf(groups, "group")}, `;
  const kept = hidden === 0 ? "" : ` ${writeCount(hidden)} hidden by the filter.`;
  return `Showing ${what}${writeOf(runs, all, "run")}.${kept}`;
}

const NONE = "";

/** Puts runs together by something they share; the parameters there are, are read when somebody comes near. */
function RunTableGroupSelect({
  search,
  onChange,
}: {
  search: RunSearch;
  onChange: (group: string | null) => void;
}) {
  const api = useApi();
  const [near, setNear] = useState(false);
  const params = useQuery(
    api.runs.columns.queryOptions(
      { kinds: ["param"], limit: 200, experimentId: search.experiment },
      { enabled: near },
    ),
  );
  const ids = (params.data?.columns ?? []).map(({ id }) => id);
  const isKnown = search.group === null || (GROUPINGS as readonly string[]).includes(search.group);
  const offered = isKnown || ids.includes(search.group ?? "") ? ids : [search.group ?? "", ...ids];
  return (
    <span onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
      <Select
        label="Group the runs by"
        value={search.group ?? NONE}
        width={210}
        onChange={(value) => onChange(value === NONE ? null : value)}
        options={[
          { value: NONE, label: "Not grouped" },
          ...GROUPINGS.map((name) => ({ value: name, label: `By ${columnWords(name).title.toLowerCase()}` })),
          ...offered.map((id) => ({ value: id, label: `By ${columnWords(id).title}` })),
        ]}
      />
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
          Add a condition
        </Chip>
        <RunTableGroupSelect search={search} onChange={(group) => onSearch({ group, open: null })} />
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
