"use client";

import { useState } from "react";
import { QuietButton } from "#components/ui/controls/button.tsx";
import { writeCount } from "#server/wording/counts.ts";

interface IisChange {
  /** Members before and after, in the order of the list before. */
  kept: string[];
  /** Before only. */
  left: string[];
  /** After only. */
  entered: string[];
}

/** What an action did to the IIS; null where one of the two was not computed, which says nothing about it. */
export function iisChange(before: string[] | null, after: string[] | null): IisChange | null {
  if (before === null || after === null) return null;
  const [was, is] = [new Set(before), new Set(after)];
  return {
    kept: before.filter((name) => is.has(name)),
    left: before.filter((name) => !is.has(name)),
    entered: after.filter((name) => !was.has(name)),
  };
}

const size = (members: string[] | null) => (members === null ? "?" : String(members.length));

/** "4 → 2": members before and after, a question mark where they were not computed. */
export function iisSizes(before: string[] | null, after: string[] | null): string {
  return `${size(before)} → ${size(after)}`;
}

interface IisChipsProps {
  before: string[] | null;
  after: string[] | null;
}

/** Members that stayed are shown up to here; what left and entered is always shown. */
const MOST_KEPT = 8;

/** An IIS before and after an action: what left is struck behind a minus, what entered is heavy behind a plus. */
export function IisChips({ before, after }: IisChipsProps) {
  const [all, setAll] = useState(false);
  const change = iisChange(before, after);
  if (!change) return <Unknown before={before} after={after} />;
  const { kept, left, entered } = change;
  const shown = all ? kept : kept.slice(0, MOST_KEPT);
  return (
    <span className="iis">
      <span className="iis-count">
        {iisSizes(before, after)}
        <span className="muted">{changeText(left.length, entered.length)}</span>
      </span>
      {left.map((name) => (
        <span key={name} className="iis-chip" data-change="left" data-tip={tipOf(name)}>
          <span aria-hidden="true">−</span>
          <span className="hidden-text">left: </span>
          <s>{name}</s>
        </span>
      ))}
      {entered.map((name) => (
        <span key={name} className="iis-chip" data-change="entered" data-tip={tipOf(name)}>
          <span aria-hidden="true">+</span>
          <span className="hidden-text">entered: </span>
          <code>{name}</code>
        </span>
      ))}
      {shown.map((name) => (
        <Plain key={name} name={name} />
      ))}
      {kept.length > shown.length ? (
        <QuietButton className="tiny" onClick={() => setAll(true)}>
          {writeCount(kept.length - shown.length)} more
        </QuietButton>
      ) : null}
    </span>
  );
}

/** One of the two lists is missing: the other is shown, and nothing is said about a change. */
function Unknown({ before, after }: IisChipsProps) {
  const known = before ?? after;
  return (
    <span className="iis">
      <span className="iis-count">
        {iisSizes(before, after)}
        <span className="muted">{known ? ", one not computed" : ", not computed"}</span>
      </span>
      {(known ?? []).slice(0, MOST_KEPT).map((name) => (
        <Plain key={name} name={name} />
      ))}
      {known && known.length > MOST_KEPT ? (
        <span className="muted tiny">and {writeCount(known.length - MOST_KEPT)} more</span>
      ) : null}
    </span>
  );
}

function Plain({ name }: { name: string }) {
  return (
    <span className="iis-chip" data-tip={tipOf(name)}>
      <code>{name}</code>
    </span>
  );
}

/** Names longer than this are cut in a chip. */
export const CUT_FROM = 15;

function tipOf(name: string): string | undefined {
  return name.length > CUT_FROM ? name : undefined;
}

function changeText(left: number, entered: number): string {
  if (left === 0 && entered === 0) return ", same";
  return [left > 0 ? `, ${left} left` : "", entered > 0 ? `, ${entered} new` : ""].join("");
}
