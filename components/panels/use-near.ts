"use client";

import { useCallback, useRef, useState, useSyncExternalStore, type RefCallback } from "react";
import { isPrinting, subscribePrinting } from "./printing.ts";

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
