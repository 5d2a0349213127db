"use client";

import { toDigits } from "#server/numbers/round.ts";
import { useEffect, useState } from "react";
import { Select } from "#components/ui/controls/select.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import type { AskedSmoothing } from "#server/contracts/charts/smoothing.ts";
import { readTyped, writeTyped } from "#server/wording/typed.ts";
import {
  AMOUNTS,
  amountOf,
  makeSmoothing,
  SMOOTHING_NAMES,
  writeSmoothing,
  type SmoothingKind,
} from "./smoothing-text.ts";

const KINDS = Object.entries(SMOOTHING_NAMES).map(([value, label]) => ({ value, label }));
const TOGETHER = KINDS.filter(({ value }) => value !== "auto");
/** Of the closed list: its longest name, "exponential mean", beside the chevron. */
const KIND_PX = 152;
/** Typing is over after this long; every change asks for all lines again. */
const TYPING_MS = 300;

interface SmoothingControlProps {
  smoothing: AskedSmoothing;
  onSmoothing: (smoothing: AskedSmoothing) => void;
  /** Each line is of one run, whose noise may choose. */
  ofOneRun?: boolean;
}

/** Which smoothing, and how much of it. */
export function SmoothingControl({ smoothing, onSmoothing, ofOneRun = false }: SmoothingControlProps) {
  return (
    <span className="panel-smoothing">
      <Select
        label="Smoothing"
        value={smoothing.kind}
        onChange={(kind) => onSmoothing(makeSmoothing(kind as SmoothingKind))}
        options={ofOneRun || smoothing.kind === "auto" ? KINDS : TOGETHER}
        width={KIND_PX}
      />
      {smoothing.kind === "none" || smoothing.kind === "auto" ? null : (
        <Amount key={smoothing.kind} smoothing={smoothing} onSmoothing={onSmoothing} />
      )}
    </span>
  );
}

type Smoothed = Exclude<AskedSmoothing, { kind: "none" | "auto" }>;

function Amount({
  smoothing,
  onSmoothing,
}: { smoothing: Smoothed } & Pick<SmoothingControlProps, "onSmoothing">) {
  const { name, step } = AMOUNTS[smoothing.kind];
  const amount = amountOf(smoothing) ?? 0;
  const [draft, setDraft] = useState<string | null>(null);
  const typed = draft === null ? null : readTyped(draft);
  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => {
      const next = typed === null ? smoothing : makeSmoothing(smoothing.kind, typed);
      setDraft(null);
      if (writeSmoothing(next) !== writeSmoothing(smoothing)) onSmoothing(next);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [draft, typed, smoothing, onSmoothing]);
  return (
    <TextInput
      label={`Smoothing: ${name}`}
      unit={name}
      width={smoothing.kind === "gaussian" ? 138 : 116}
      inputMode="decimal"
      value={draft ?? writeTyped(amount)}
      onChange={setDraft}
      onKeyDown={(event) => {
        const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (direction === undefined) return;
        event.preventDefault();
        setDraft(writeTyped(toDigits((typed ?? amount) + direction * step, 12)));
      }}
      invalid={draft !== null && typed === null}
    />
  );
}
