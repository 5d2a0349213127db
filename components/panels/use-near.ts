"use client";

import { useCallback, useRef, useState, type RefCallback } from "react";

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

/** Whether an element is near what is seen. It stays near until it is far away, so that a little scrolling draws nothing again. */
export function useNear(): Near {
  const [near, setNear] = useState(false);
  const [height, setHeight] = useState<number | null>(null);
  const is = useRef(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const set = (next: boolean) => {
      // What has the focus stays, else it would be lost with what is let go.
      if (is.current === next || (!next && element.contains(document.activeElement))) return;
      is.current = next;
      if (!next) setHeight(element.offsetHeight);
      setNear(next);
    };
    entering.watch(element, (isInside) => isInside && set(true));
    leaving.watch(element, (isInside) => isInside || set(false));
    return () => {
      entering.forget(element);
      leaving.forget(element);
    };
  }, []);
  return { ref, near, height };
}
