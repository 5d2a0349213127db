"use client";

import { useEffect, useId, useRef, useState } from "react";
import { settledSign } from "#server/numbers/excludes-zero.ts";

/** "better" or "worse" where the interval excludes zero, "yes" where it does and no direction is known. */
export function clearness(
  interval: { low: number; high: number } | null | undefined,
  better: "higher" | "lower" | undefined,
): "better" | "worse" | "yes" | undefined {
  const sign = settledSign(interval);
  if (sign === null) return undefined;
  if (better === undefined) return "yes";
  return (sign === 1) === (better === "higher") ? "better" : "worse";
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 6;
const EDGE = 8;

/** Where a tooltip goes: centred above its target, below where there is no room, never outside the viewport. All in px. */
export function placeTip(
  target: Box,
  tip: { width: number; height: number },
  viewport: { width: number; height: number },
): { left: number; top: number } {
  const above = target.top - GAP - tip.height;
  const top = above >= EDGE ? above : target.top + target.height + GAP;
  const centred = target.left + target.width / 2 - tip.width / 2;
  const left = Math.max(EDGE, Math.min(centred, viewport.width - EDGE - tip.width));
  return { left: Math.round(left), top: Math.round(Math.min(top, viewport.height - EDGE - tip.height)) };
}

const DELAY_MS = 350;
const GRACE_MS = 120;

interface Shown {
  text: string;
  target: Element;
}

/**
 * The one tooltip of a page: it shows the `data-tip` of whatever is pointed at or focused, so that a tooltip costs an
 * attribute and works on what the server rendered. Escape closes it; the pointer may move onto it.
 */
export function TooltipHost() {
  const id = useId();
  const tip = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Shown | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const after = (ms: number, next: Shown | null) => {
      clearTimeout(timer);
      timer = setTimeout(() => setShown(next), ms);
    };
    const find = (from: EventTarget | null): Shown | null => {
      const target = from instanceof Element ? from.closest("[data-tip]") : null;
      const text = target?.getAttribute("data-tip");
      return target && text ? { target, text } : null;
    };
    const over = (event: PointerEvent) => {
      if (event.pointerType === "touch") return;
      if (tip.current?.contains(event.target as Node)) return clearTimeout(timer);
      const next = find(event.target);
      after(next ? DELAY_MS : GRACE_MS, next);
    };
    const focusOn = (target: EventTarget | null) => {
      const next = find(target);
      if (next && next.target.matches(":focus-visible")) after(0, next);
    };
    const focus = (event: FocusEvent) => focusOn(event.target);
    const leave = () => after(0, null);
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") leave();
    };
    document.addEventListener("pointerover", over);
    document.addEventListener("focusin", focus);
    document.addEventListener("focusout", leave);
    document.addEventListener("pointerdown", leave);
    document.addEventListener("scroll", leave, { capture: true, passive: true });
    document.addEventListener("keydown", key);
    // What was focused while the page was not ready yet.
    focusOn(document.activeElement);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", over);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("focusout", leave);
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("scroll", leave, { capture: true });
      document.removeEventListener("keydown", key);
    };
  }, []);

  useEffect(() => {
    if (!shown || !tip.current) return undefined;
    const { left, top } = placeTip(
      shown.target.getBoundingClientRect(),
      tip.current.getBoundingClientRect(),
      {
        width: document.documentElement.clientWidth,
        height: document.documentElement.clientHeight,
      },
    );
    tip.current.style.translate = `${left}px ${top}px`;
    if (shown.target.getAttribute("aria-label") === shown.text) return undefined;
    const own = shown.target.getAttribute("aria-describedby");
    shown.target.setAttribute("aria-describedby", own === null ? id : `${own} ${id}`);
    return () => {
      if (own === null) shown.target.removeAttribute("aria-describedby");
      else shown.target.setAttribute("aria-describedby", own);
    };
  }, [shown, id]);

  return shown ? (
    <div ref={tip} id={id} role="tooltip" className="popup tip">
      {shown.text}
    </div>
  ) : null;
}
