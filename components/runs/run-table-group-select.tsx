"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Select } from "#components/ui/select.tsx";
import { GROUPINGS } from "#server/contracts/run-table-columns.ts";
import type { RunSearch } from "./run-search.ts";
import { columnWords } from "./run-table-column-words.ts";

const NONE = "";

/** Puts runs together by something they share; the parameters there are, are read when somebody comes near. */
export function RunTableGroupSelect({
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
