"use client";

import { useQuery } from "@tanstack/react-query";
import { Field } from "#components/ui/controls/field.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { useApi } from "#components/trpc/api.ts";
import { listAnd } from "#server/wording/counts.ts";
import { writeSet } from "#server/wording/typed.ts";

interface KeptNoteProps {
  /** Id of the run that something is taken from. */
  like: string;
  recipe: string;
  /** Run or evaluation by slot. */
  chosen: Record<string, string>;
  set: Record<string, string>;
}

/** Says what the form keeps of the run that it goes on from, and what was changed since. */
export function KeptNote({ like, recipe, chosen, set }: KeptNoteProps) {
  const slot = Object.keys(chosen).find((name) => chosen[name] === like);
  const query = useQuery(
    useApi().runs.goOn.queryOptions({ id: like, recipe, slot: slot ?? "-" }, { enabled: slot !== undefined }),
  );
  if (slot === undefined || !query.data) return null;
  const { name, said, inputs } = query.data;
  const isKept = (one: (typeof said)[number]) =>
    one.name in inputs ? chosen[one.name] === inputs[one.name] : set[one.name] === String(one.value);
  const words = (ones: typeof said) => listAnd(ones.map(({ label, value }) => `${label} ${writeSet(value)}`));
  const kept = said.filter(isKept);
  const changed = said.filter((one) => !isKept(one));
  return (
    <Field label="Goes on from">
      {() => (
        <div>
          <PageLink href={`/runs/${like}`}>{name}</PageLink>
          <p className="field-reason">
            Keeps its benchmark and settings
            {kept.length > 0
              ? `: ${words(kept)}`
              : changed.length === 0
                ? ", which are the defaults here"
                : ""}
            .{changed.length > 0 ? ` Changed here, there it was: ${words(changed)}.` : ""}
          </p>
        </div>
      )}
    </Field>
  );
}
