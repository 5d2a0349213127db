"use client";

import { type RefCallback, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { isPrinting, subscribePrinting } from "./printing.ts";

/** Long enough for another panel to send its question. */
const LATER_MS = 16;

/**
 * A value a moment after it is there, so that what depends on its arrival begins before it is drawn. Not deferred by the
 * library: it would begin a drawing anew with each answer that comes meanwhile, and a hundred lines are drawn in a tenth of
 * a second.
 */
export function useLater<Value>(value: Value, isLater: boolean, afterMs = LATER_MS): Value {
  const [known, setKnown] = useState(value);
  useEffect(() => {
    if (!isLater) return undefined;
    const timer = setTimeout(() => setKnown(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, isLater, afterMs]);
  return isLater ? known : value;
}

/** Mounted when it comes this close to what is seen, let go when it is this far away; in px. */
const ENTER_PX = 300;
const LEAVE_PX = 1200;

type Notify = (isInside: boolean) => void;

/** One observer for all elements of a page; undefined on the server. */
function makeObserver(margin: number) {
  const watched = new Map<Element, Notify>();
  let observer: IntersectionObserver | undefined;
  return {
    watch(element: Element, notify: Notify) {
      observer ??= new IntersectionObserver(
        (entries) => {
          for (const entry of entries) watched.get(entry.target)?.(entry.isIntersecting);
        },
        { rootMargin: `${margin}px 0px` },
      );
      watched.set(element, notify);
      observer.observe(element);
    },
    forget(element: Element) {
      watched.delete(element);
      observer?.unobserve(element);
    },
  };
}

const entering = makeObserver(ENTER_PX);
const leaving = makeObserver(LEAVE_PX);

export interface Near {
  ref: RefCallback<HTMLElement>;
  near: boolean;
  /** Height in px when it was last let go; null where it never was near. */
  height: number | null;
}

const notOnServer = () => false;

/**
 * Whether an element is near what is seen. It stays near until it is far away, so that a little scrolling draws nothing
 * again, and as long as it has the focus, which would be lost with what is let go. For printing everything is near.
 */
export function useNear(): Near {
  const [near, setNear] = useState(false);
  const [height, setHeight] = useState<number | null>(null);
  const isPrinted = useSyncExternalStore(subscribePrinting, isPrinting, notOnServer);
  const is = useRef(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    let isFar = false;
    const set = (next: boolean) => {
      if (is.current === next) return;
      is.current = next;
      if (!next) setHeight(element.offsetHeight);
      setNear(next);
    };
    const letGo = (focused: EventTarget | null) => {
      if (isFar && !element.contains(focused as Node | null)) set(false);
    };
    const onFocusOut = (event: FocusEvent) => letGo(event.relatedTarget);
    entering.watch(element, (isInside) => isInside && set(true));
    leaving.watch(element, (isInside) => {
      isFar = !isInside;
      letGo(document.activeElement);
    });
    element.addEventListener("focusout", onFocusOut);
    return () => {
      entering.forget(element);
      leaving.forget(element);
      element.removeEventListener("focusout", onFocusOut);
    };
  }, []);
  return { ref, near: near || isPrinted, height };
}
