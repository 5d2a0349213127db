"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { QueryState } from "#components/layout/query-state.tsx";
import { groupsHref } from "../rollout-search.ts";
import { TurnText } from "../turn-text.tsx";
import { roleLook } from "../visible-turn.ts";
import { useApi } from "#components/trpc/api.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Pager } from "#components/ui/tables/pager.tsx";
import type { AuditItem, AuditView } from "#server/contracts/rollouts/audit.ts";
import { groupName } from "#server/contracts/rollouts/group-name.ts";
import type { TextPage } from "#server/contracts/rollouts/rollouts.ts";
import { writeNumber, writeWhole } from "#server/wording/numbers.ts";

interface AuditTextProps {
  audit: AuditView;
  item: AuditItem;
  showsRewards: boolean;
}

/** Prompt and text of a drawn completion; its reward only on request. */
export function AuditText({ audit, item, showsRewards }: AuditTextProps) {
  const [page, setPage] = useState(0);
  const { id, items, run, phase } = audit;
  const { position, step, key, place } = item;
  const api = useApi();
  const query = useQuery(api.audits.item.queryOptions({ id, position, page }));
  usePrefetch(id, position, items.length);
  return (
    <div className="audit-text">
      <p className="small muted">
        Completion {writeWhole(position + 1)}:{" "}
        <PageLink href={groupsHref(run.id, { phase, step, group: key, open: [place] })}>
          step {writeWhole(step)}, {groupName({ key })}
        </PageLink>
        {showsRewards
          ? `; reward ${writeNumber(item.reward)}, ${item.accepted ? "accepted" : "rejected"}`
          : ""}
      </p>
      <QueryState query={query} what="the completion" height={300}>
        {({ changed, prompt, completion }) => (
          <>
            {changed ? (
              <Strip
                level="warning"
                claim="This completion changed after the audit was drawn and cannot be marked. Draw a new audit."
              />
            ) : null}
            <Turns title="Prompt" text={prompt} none="No prompt was sent." />
            <Turns title="Completion" text={completion} none="No text was sent." />
            <Pager
              page={page}
              pages={completion?.pages ?? 1}
              onPage={setPage}
              words={["Part before", "Next part"]}
            />
          </>
        )}
      </QueryState>
    </div>
  );
}

function Turns({ title, text, none }: { title: string; text: TextPage | null; none: string }) {
  return (
    <section className="audit-turns" aria-label={title}>
      <h3>{title}</h3>
      {!text || text.turns.length === 0 ? <p className="small muted">{none}</p> : null}
      {text?.turns.map((turn) => {
        const { name, isCode } = roleLook(turn.role);
        return (
          <div className="ask-turn" key={turn.n}>
            <b>{name}</b>
            <TurnText runs={[{ text: turn.text, isSame: false }]} found="" isCode={isCode} />
          </div>
        );
      })}
    </section>
  );
}

/** Reads the next completion while this one is read. */
function usePrefetch(id: string, position: number, count: number): void {
  const { audits } = useApi();
  const cache = useQueryClient();
  useEffect(() => {
    if (position + 1 < count)
      void cache.prefetchQuery(audits.item.queryOptions({ id, position: position + 1, page: 0 }));
  }, [audits, cache, id, position, count]);
}
