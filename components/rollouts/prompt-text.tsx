"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { Pager } from "#components/ui/tables/pager.tsx";
import type { RolloutGroup, TextTurn } from "#server/contracts/rollouts/rollouts.ts";
import { countOf } from "#server/wording/counts.ts";
import { TurnText } from "./turn-text.tsx";
import { roleLook } from "./visible-turn.ts";

/** The prompt of a group: its last question first, what came before it on request. */
export function PromptText({ group, found }: { group: RolloutGroup; found: string }) {
  const { runId, phase, step, key, hasPrompt } = group;
  const [page, setPage] = useState(0);
  const { data } = useQuery(
    useApi().rollouts.text.queryOptions(
      { runId, phase, step, key, place: null, page },
      { enabled: hasPrompt },
    ),
  );
  if (!hasPrompt) return <p className="small muted">No prompt was sent with this group.</p>;
  if (!data) return null;
  const asked = data.turns.findLast(({ role }) => /^(user|human|problem)$/i.test(role)) ?? data.turns.at(-1);
  const others = data.turns.filter((turn) => turn !== asked);
  return (
    <div className="ask">
      {asked ? <TurnText runs={[{ text: asked.text, isSame: false }]} found={found} isCode={false} /> : null}
      {others.length > 0 ? (
        <Disclosure summary={`${countOf(others.length, "other turn")} of the prompt`}>
          {others.map((turn) => (
            <OtherTurn key={turn.n} turn={turn} found={found} />
          ))}
        </Disclosure>
      ) : null}
      <Pager page={page} pages={data.pages} onPage={setPage} words={["Previous part", "Next part"]} />
    </div>
  );
}

function OtherTurn({ turn, found }: { turn: TextTurn; found: string }) {
  const { name, isCode } = roleLook(turn.role);
  return (
    <div className="ask-turn">
      <b>{name}</b>
      <TurnText runs={[{ text: turn.text, isSame: false }]} found={found} isCode={isCode} />
    </div>
  );
}
