"use client";

import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { QuietButton } from "#components/ui/controls/button.tsx";
import type { CompletionOrder } from "#server/contracts/rollouts/rollout-limits.ts";
import type { CompletionView, RolloutGroup } from "#server/contracts/rollouts/rollouts.ts";
import { visibleName } from "#server/contracts/visible-name.ts";
import { percentAxis } from "#server/plot/scale.ts";
import { writeCount } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { SURPRISE } from "./completion-list.tsx";
import { sortCompletions } from "./sort-completions.ts";
import { rewardDecimals, rewardText, signedText } from "./reward-words.ts";

interface GroupTableProps {
  label: string;
  group: RolloutGroup;
  order: CompletionOrder;
  /** Places that are read below. */
  open: readonly number[];
  /** Left out where there is nothing to read. */
  onOpen?: (place: number) => void;
}

/** Columns besides the rewards that have a place in the table. */
const MOST_COLUMNS = 3;

const columnText = (value: string | number | boolean | null): string =>
  value === null
    ? "none"
    : typeof value === "number"
      ? writeNumber(value)
      : visibleName(String(value).slice(0, 60));

/** A group as a table: one row per completion, its rewards by function, and which are read below. */
export function GroupTable({ label, group, order, open, onOpen }: GroupTableProps) {
  const { completions, parts } = group;
  const columns = group.columns.slice(0, MOST_COLUMNS);
  const rows = sortCompletions(group, order);
  const has = (of: (one: CompletionView) => unknown) => completions.some((one) => of(one) !== null);
  const decimals = rewardDecimals(completions.map(({ reward }) => reward));
  const ofPart = new Map(
    parts.map((name) => [name, rewardDecimals(completions.map(({ rewards }) => rewards[name] ?? null))]),
  );
  const widest = Math.max(
    ...completions.map(({ advantage }) => Math.abs(Number(advantage))).filter(Number.isFinite),
    0,
  );
  return (
    <Table label={label} density="dense">
      <thead>
        <tr>
          <HeadCell fixed>Completion</HeadCell>
          {columns.map((name) => (
            <HeadCell key={name}>{visibleName(name)}</HeadCell>
          ))}
          <HeadCell num sub={completions.some(({ summed }) => summed) ? "sum of its parts" : undefined}>
            Reward
          </HeadCell>
          {parts.map((name) => (
            <HeadCell key={name} num>
              {visibleName(name)}
            </HeadCell>
          ))}
          {has(({ advantage }) => advantage) ? (
            <>
              <HeadCell num sub="as sent">
                Advantage
              </HeadCell>
              <HeadCell label="Advantage on a scale" />
            </>
          ) : null}
          {has(({ surprise }) => surprise) ? (
            <HeadCell num sub={SURPRISE}>
              z-score
            </HeadCell>
          ) : null}
          {has(({ length }) => length) ? (
            <HeadCell num>{group.kind === "episodes" ? "Steps" : "Length"}</HeadCell>
          ) : null}
          {has(({ turns }) => turns) ? <HeadCell num>Turns</HeadCell> : null}
          {has(({ truncated, stopReason }) => truncated ?? stopReason) ? <HeadCell>Ended</HeadCell> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <Row key={one.place} selected={open.includes(one.place)}>
            <Cell fixed>
              {onOpen ? (
                <QuietButton aria-pressed={open.includes(one.place)} onClick={() => onOpen(one.place)}>
                  <b>{writeCount(one.place + 1)}</b>
                </QuietButton>
              ) : (
                writeCount(one.place + 1)
              )}
              {open.includes(one.place) ? <span className="muted tiny"> open</span> : null}
            </Cell>
            {columns.map((name) => (
              <Cell key={name} quiet={(one.extra[name] ?? null) === null}>
                {columnText(one.extra[name] ?? null)}
              </Cell>
            ))}
            <Cell num>
              <b>{rewardText(one.reward, decimals)}</b>
            </Cell>
            {parts.map((name) => (
              <Cell key={name} num quiet={one.rewards[name] === 0}>
                {rewardText(one.rewards[name] ?? null, ofPart.get(name))}
              </Cell>
            ))}
            {has(({ advantage }) => advantage) ? (
              <>
                <Cell num>{signedText(one.advantage, 2)}</Cell>
                <Cell>
                  <AdvantageMark value={one.advantage} widest={widest} />
                </Cell>
              </>
            ) : null}
            {has(({ surprise }) => surprise) ? <Cell num>{signedText(one.surprise, 2)}</Cell> : null}
            {has(({ length }) => length) ? <Cell num>{writeCount(one.length)}</Cell> : null}
            {has(({ turns }) => turns) ? <Cell num>{writeCount(one.turns)}</Cell> : null}
            {has(({ truncated, stopReason }) => truncated ?? stopReason) ? (
              <Cell quiet={!one.truncated}>
                <EndWords completion={one} />
              </Cell>
            ) : null}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function EndWords({ completion: { truncated, stopReason } }: { completion: CompletionView }) {
  if (truncated)
    return (
      <span className="flags">
        <FindingFlag level="warning" decorative /> truncated
      </span>
    );
  return stopReason === null ? (truncated === null ? "–" : "end of text") : visibleName(stopReason);
}

/** The advantage as a distance from 0, on the scale of its group. */
function AdvantageMark({ value, widest }: { value: number | string | null; widest: number }) {
  const number = value === null ? Number.NaN : Number(value);
  if (!Number.isFinite(number) || widest === 0) return null;
  const axis = percentAxis([-widest * 1.08, widest * 1.08], 2);
  return (
    <svg className="advantage" width="96" height="13" aria-hidden="true">
      <line x1="50%" x2="50%" y1="0" y2="13" stroke="var(--ink-3)" />
      <line x1="50%" x2={axis.place(number)} y1="6.5" y2="6.5" stroke="var(--ink-2)" strokeWidth="1.4" />
      <circle cx={axis.place(number)} cy="6.5" r="2.8" fill="var(--ink)" />
    </svg>
  );
}
