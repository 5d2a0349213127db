"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "#components/trpc/api.ts";
import { LoadingText } from "#components/ui/loading-text.tsx";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { Pager } from "#components/ui/tables/pager.tsx";
import type { TextPage, TextTurn } from "#server/contracts/rollouts/rollouts.ts";
import { writeCount } from "#server/wording/counts.ts";
import { writeBytes } from "#server/wording/quantities.ts";
import { diffWords, type WordRun } from "./diff-words.ts";
import { rewardDecimals, rewardText, signedText } from "./reward-words.ts";
import type { PairSide } from "./pair-sides.ts";
import { TurnText } from "./turn-text.tsx";
import { roleLook } from "./visible-turn.ts";

interface CompletionPairProps {
  sides: PairSide[];
  found: string;
  isMono: boolean;
  /** Page of the texts. */
  page: number;
  onPage: (page: number) => void;
}

/** Texts beside each other, turn by turn. Of two, words that differ are ink and those in both are grey. */
export function CompletionPair({ sides, found, isMono, page, onPage }: CompletionPairProps) {
  const [first, second] = sides;
  const left = useText(first, page);
  const right = useText(second ?? first, page);
  const pages = Math.max(left.data?.pages ?? 1, right.data?.pages ?? 1);
  const texts = second ? [left.data, right.data] : [left.data];
  if (texts.some((text) => text === undefined)) return <LoadingText what="the texts" />;
  return (
    <>
      <div className="pair" data-mono={isMono || undefined} data-sides={sides.length}>
        <div className="pair-head muted">Turn</div>
        {sides.map((side) => (
          <SideHead key={side.name} side={side} />
        ))}
        <PairTurns texts={texts.map((text) => text ?? null)} sides={sides} found={found} />
      </div>
      {sides.map((side, i) => (
        <CutNote key={side.name} name={side.name} text={texts[i]} />
      ))}
      {pages > 1 ? (
        <div className="toolbar">
          <span className="muted small">
            Part {writeCount(page + 1)} of {writeCount(pages)}
          </span>
          <Pager page={page} pages={pages} onPage={onPage} words={["Previous part", "Next part"]} />
        </div>
      ) : null}
    </>
  );
}

function useText({ runId, phase, step, key, place }: PairSide, page: number) {
  return useQuery(useApi().rollouts.text.queryOptions({ runId, phase, step, key, place, page }));
}

function SideHead({ side: { name, completion } }: { side: PairSide }) {
  return (
    <div className="pair-head">
      <b>{name}</b>{" "}
      {completion ? (
        <span className="muted">
          reward {rewardText(completion.reward, rewardDecimals([completion.reward]))}
          {completion.advantage === null ? "" : `, advantage ${signedText(completion.advantage, 2)}`}
        </span>
      ) : null}
    </div>
  );
}

/** Turns of both texts by their number: each with the other's of the same number. */
function byNumber(texts: (TextPage | null)[]): { n: number; turns: (TextTurn | undefined)[] }[] {
  const numbers = new Set(texts.flatMap((text) => text?.turns.map(({ n }) => n) ?? []));
  return [...numbers]
    .toSorted((a, b) => a - b)
    .map((n) => ({ n, turns: texts.map((text) => text?.turns.find((turn) => turn.n === n)) }));
}

const alone = (turn: TextTurn | undefined): WordRun[] => (turn ? [{ text: turn.text, isSame: false }] : []);

interface PairTurnsProps {
  texts: (TextPage | null)[];
  sides: PairSide[];
  found: string;
}

function PairTurns({ texts, sides, found }: PairTurnsProps) {
  const [left, right] = texts;
  const rows = useMemo(
    () =>
      byNumber(right === undefined ? [left] : [left, right]).map(({ n, turns }) => {
        const [a, b] = turns;
        const runs = a && b ? diffWords(a.text, b.text) : turns.map(alone);
        return { n, turns, runs };
      }),
    [left, right],
  );
  if (rows.length === 0) return <p className="pair-none muted">No text was sent with these completions.</p>;
  return rows.map(({ n, turns, runs }) => (
    <div className="pair-row" key={n}>
      <TurnName n={n} turns={turns} />
      {sides.map(({ name }, i) => (
        <div className="pair-turn" key={name}>
          <TurnReward name={name} turn={turns[i]} />
          <TurnText
            runs={sides.length > 1 ? (runs[i] ?? []) : alone(turns[i])}
            found={found}
            isCode={roleLook(turns[i]?.role ?? "").isCode}
          />
        </div>
      ))}
    </div>
  ));
}

/** Who speaks; both names where two texts have different roles at one turn. */
function TurnName({ n, turns }: { n: number; turns: (TextTurn | undefined)[] }) {
  const names = [...new Set(turns.flatMap((turn) => (turn ? [roleLook(turn.role).name] : [])))];
  const goesOn = turns.some((turn) => turn && !turn.begins);
  return (
    <div className="pair-name">
      <b>
        {writeCount(n)} {names.join(" / ")}
      </b>
      {goesOn ? "goes on" : null}
    </div>
  );
}

function TurnReward({ name, turn }: { name: string; turn: TextTurn | undefined }) {
  return (
    <div className="turn-side">
      <span className="turn-who">{name}</span>
      {turn && turn.reward !== null ? (
        <span className="turn-reward" data-zero={turn.reward === 0 || undefined}>
          <span className="hidden-text">reward of this turn </span>
          {signedText(turn.reward, 2)}
        </span>
      ) : null}
    </div>
  );
}

function CutNote({ name, text }: { name: string; text: TextPage | null | undefined }) {
  if (!text || text.cutFrom === null) return null;
  return (
    <p className="table-foot">
      <FindingFlag level="warning" decorative /> {name} is cut: {writeBytes(text.cutFrom)} were sent, and its
      beginning is kept.
    </p>
  );
}
