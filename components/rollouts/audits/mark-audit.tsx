"use client";

import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useKeys } from "#components/layout/use-keys.ts";
import { useApi } from "#components/trpc/api.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Switch } from "#components/ui/controls/switch.tsx";
import { TextField } from "#components/ui/controls/text-input.tsx";
import { Section } from "#components/ui/section.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { AUDIT_LIMITS } from "#server/contracts/rollouts/audit-limits.ts";
import type { AuditItem, AuditView } from "#server/contracts/rollouts/audit.ts";
import { auditScope } from "#server/wording/audits.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeNumber, writeWhole } from "#server/wording/numbers.ts";
import { markOf, nextUnmarked, withMark } from "./audit-progress.ts";
import { AuditResults } from "./audit-results.tsx";
import { AuditText } from "./audit-text.tsx";
import { storedName, storeName } from "./own-name.ts";

interface MarkAuditProps {
  audit: AuditView;
  item: number | null;
  showsRewards: boolean;
  onItem: (item: number) => void;
  onRewards: (on: boolean) => void;
}

interface Undo {
  position: number;
  by: string;
  right: boolean | null;
}

const VERDICTS = { right: "right", wrong: "wrong", none: "not marked" };
const verdictOf = (right: boolean | null): keyof typeof VERDICTS =>
  right === null ? "none" : right ? "right" : "wrong";

/** One audit: a completion after the other is marked by two keys, and what follows from the marks stands below. */
export function MarkAudit(props: MarkAuditProps) {
  const { item: wanted, showsRewards, onItem, onRewards } = props;
  const audit = useMarked(props.audit);
  const [by, setBy] = useState(storedName);
  const [done, setDone] = useState<Undo[]>([]);
  const name = by.trim();
  const { items } = audit;
  const open = nextUnmarked(items, name, -1);
  const at = Math.min(wanted ?? open ?? 0, items.length - 1);
  const item = items[at];
  const { send, error } = useMark(audit);

  const mark = (right: boolean) => {
    if (name === "") return;
    setDone((before) => [...before, { position: at, by: name, right: markOf(item, name) }]);
    send({ position: at, by: name, right });
    onItem(nextUnmarked(items, name, at) ?? at);
  };
  const undo = () => {
    const last = done.at(-1);
    if (!last) return;
    setDone((before) => before.slice(0, -1));
    send(last);
    onItem(last.position);
  };
  const go = (by: number) => onItem(Math.min(items.length - 1, Math.max(0, at + by)));
  useKeys([
    { keys: "r", label: "The completion is right", group: "Audit", run: () => mark(true) },
    { keys: "w", label: "The completion is wrong", group: "Audit", run: () => mark(false) },
    { keys: "u", label: "Undo the last mark", group: "Audit", run: undo },
    { keys: "j", label: "The next completion", group: "Audit", run: () => go(1) },
    { keys: "k", label: "The completion before", group: "Audit", run: () => go(-1) },
  ]);

  const marked = items.filter((one) => markOf(one, name) !== null).length;
  const now = markOf(item, name);
  const blocked = name === "" ? "Enter your name first." : undefined;
  return (
    <>
      <Section
        title="Audit"
        note={`${auditScope(audit)}; ${countOf(items.length, "completion")} drawn from ${writeCount(audit.population.n)} with seed ${writeWhole(audit.seed)}; accepted from reward ${writeNumber(audit.threshold)}`}
        end={
          <Switch on={showsRewards} onChange={onRewards}>
            Show rewards
          </Switch>
        }
      >
        <div className="rollout-columns">
          <div>
            <TextField
              label="Marked by"
              value={by}
              maxLength={AUDIT_LIMITS.name}
              error={name === "" ? "Enter your name; marks are stored under it." : null}
              onChange={(text) => {
                setBy(text);
                storeName(text);
              }}
            />
            <output className="audit-count">
              {writeOf(marked, items.length, "completion")} marked
              {now === null ? "" : `; this one ${VERDICTS[verdictOf(now)]}`}
            </output>
            <div className="toolbar">
              <Button keys="r" blocked={blocked} aria-keyshortcuts="r" onClick={() => mark(true)}>
                Right
              </Button>
              <Button keys="w" blocked={blocked} aria-keyshortcuts="w" onClick={() => mark(false)}>
                Wrong
              </Button>
              <Button keys="u" aria-keyshortcuts="u" disabled={done.length === 0} onClick={undo}>
                Undo
              </Button>
            </div>
            {error ? <Strip level="error" claim={error} /> : null}
            <ItemStrip items={items} by={name} at={at} onItem={onItem} />
          </div>
          <AuditText key={item.position} audit={audit} item={item} showsRewards={showsRewards} />
        </div>
      </Section>
      <AuditResults audit={audit} onItem={onItem} />
    </>
  );
}

/**
 * Stores marks one after the other. Those on their way stand at once and over whatever is read meanwhile, and are taken back
 * where the server refuses them.
 */
function useMark({ id }: Pick<AuditView, "id">) {
  const api = useApi();
  const cache = useQueryClient();
  const queryKey = api.audits.get.queryKey({ id });
  const mutation = useMutation(
    api.audits.mark.mutationOptions({
      scope: { id: `audit ${id}` },
      onSuccess: async (audit) => {
        // What was asked before the mark was stored does not know of it.
        await cache.cancelQueries({ queryKey });
        cache.setQueryData(queryKey, audit);
      },
      onError: () => cache.invalidateQueries({ queryKey }),
    }),
  );
  const { error, variables } = mutation;
  const where = variables ? `Completion ${writeWhole(variables.position + 1)}: ` : "";
  return {
    send: (mark: Undo) => mutation.mutate({ id, ...mark }),
    error: error ? `${where}${error.message}` : null,
  };
}

/** An audit with the marks that are on their way to the server, in their order. */
function useMarked(audit: AuditView): AuditView {
  const mutationKey = useApi().audits.mark.mutationKey();
  const sent = useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state }) => state.variables as Undo & Pick<AuditView, "id">,
  });
  return sent.filter(({ id }) => id === audit.id).reduce(withMark, audit);
}

interface ItemStripProps {
  items: readonly AuditItem[];
  by: string;
  at: number;
  onItem: (item: number) => void;
}

/** Every drawn completion with one's own mark. */
function ItemStrip({ items, by, at, onItem }: ItemStripProps) {
  return (
    <ol className="audit-items" aria-label="Drawn completions">
      {items.map((item) => {
        const verdict = verdictOf(markOf(item, by));
        const number = writeWhole(item.position + 1);
        return (
          <li key={item.position}>
            <button
              type="button"
              data-mark={verdict}
              aria-current={item.position === at ? "true" : undefined}
              aria-label={`Completion ${number}, ${VERDICTS[verdict]}`}
              onClick={() => onItem(item.position)}
            >
              {number}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
