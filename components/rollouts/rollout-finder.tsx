"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "#components/trpc/api.ts";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { Segmented } from "#components/ui/controls/segmented.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { ROLLOUT_LIMITS } from "#server/contracts/rollouts/rollout-limits.ts";
import type { FoundRollout, RolloutStepView } from "#server/contracts/rollouts/rollouts.ts";
import { groupName } from "#server/contracts/rollouts/group-name.ts";
import { inOneLine } from "#server/contracts/visible-name.ts";
import { writePlace } from "#server/wording/charts/axes.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { rewardText } from "./reward-words.ts";

interface RolloutFinderProps {
  runId: string;
  view: RolloutStepView;
  text: string;
  onText: (text: string) => void;
  onOpen: (found: FoundRollout) => void;
}

type Scope = "step" | "run";
/** Pause in typing after which it is searched, in ms. */
const PAUSE_MS = 200;

/** Search in the texts of this step or of the whole run. */
export function RolloutFinder({ runId, view, text, onText, onOpen }: RolloutFinderProps) {
  const [typed, setTyped] = useState(text);
  const [scope, setScope] = useState<Scope>("step");
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => onText(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, text, onText]);
  const of = scope === "step" ? { phase: view.phase, step: view.step } : null;
  const query = useInfiniteQuery(
    useApi().rollouts.search.infiniteQueryOptions(
      { runId, text, of },
      { enabled: text !== "", getNextPageParam: ({ next }) => next, initialCursor: null },
    ),
  );
  const found = query.data?.pages.flatMap((page) => page.found) ?? [];
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const isLooking = text !== "" && (isFetching || typed !== text);
  const goesOn = found.length === 0 && hasNextPage && !isFetching;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return (
    <search className="rollout-finder" aria-label="Texts of completions">
      <div className="toolbar">
        <TextInput
          label="Search in the texts"
          lead="Search"
          value={typed}
          onChange={setTyped}
          width={300}
          maxLength={ROLLOUT_LIMITS.search}
          inputMode="search"
        />
        <Segmented
          label="Where to search"
          value={scope}
          options={[
            { value: "step", label: "This step" },
            { value: "run", label: "All steps" },
          ]}
          onChange={setScope}
        />
        <output className="small muted">
          {text === "" ? "" : resultWords(found, isLooking, hasNextPage, scope === "step" ? view.n : null)}
        </output>
      </div>
      {found.length > 0 ? (
        <ul className="found-list">
          {found.map((one) => (
            <li key={`${one.phase} ${one.step} ${one.place} ${one.key}`}>
              <button type="button" onClick={() => onOpen(one)}>
                <FoundLine found={one} withStep={scope === "run"} />
              </button>
            </li>
          ))}
          {hasNextPage ? (
            <li>
              <QuietButton onClick={() => void fetchNextPage()}>Look further back</QuietButton>
            </li>
          ) : null}
        </ul>
      ) : null}
    </search>
  );
}

/** "41 of 256 completions", or how far one has looked. */
function resultWords(
  found: readonly FoundRollout[],
  isLooking: boolean,
  isMore: boolean,
  whole: number | null,
): string {
  const completions = found.filter(({ place }) => place !== null).length;
  if (isLooking && found.length === 0) return "Looking";
  if (found.length === 0) return "No text holds this.";
  if (whole !== null) return writeOf(completions, whole, "completion");
  const oldest = found.reduce((least, { step }) => Math.min(least, step), Infinity);
  return `${countOf(found.length, "text")}${isMore ? ` back to step ${writePlace(oldest)}, newest first` : ", newest first"}`;
}

function FoundLine({ found, withStep }: { found: FoundRollout; withStep: boolean }) {
  const { step, key, place, reward, before, hit, after } = found;
  return (
    <>
      <span className="found-where">
        {withStep ? `step ${writePlace(step)} ` : ""}
        <code>{groupName({ key })}</code> {place === null ? "prompt" : writeCount(place + 1)}
      </span>
      <span className="found-text">
        {inOneLine(before)}
        <mark>{inOneLine(hit)}</mark>
        {inOneLine(after)}
      </span>
      <span className="found-reward">{place === null ? "" : rewardText(reward)}</span>
    </>
  );
}
