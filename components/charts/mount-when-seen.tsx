"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";

interface MountWhenSeenProps {
  /** What it is expected to be high, in px, until it was seen; after that what it was. */
  height: number;
  /** How far outside the window, in px, it is already mounted, and how far it stays so. */
  margin?: number;
  children: ReactNode;
}

/**
 * Mounts what it holds while it is in sight or near, and keeps its place while it is not: a page of two hundred charts
 * draws those that are looked at. What has the focus stays; for printing everything is there.
 */
export function MountWhenSeen({ height, margin = 400, children }: MountWhenSeenProps) {
  const box = useRef<HTMLDivElement>(null);
  const near = useRef(false);
  const [isNear, setNear] = useState(false);
  const [isPrinted, setPrinted] = useState(false);
  const [kept, setKept] = useState<number | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const leave = () => {
      if (element.clientHeight > 0) setKept(element.clientHeight);
      setNear(false);
    };
    const onFocusOut = (event: FocusEvent) => {
      if (!near.current && !element.contains(event.relatedTarget as Node | null)) leave();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        near.current = entries[entries.length - 1].isIntersecting;
        if (near.current) setNear(true);
        else if (!element.contains(document.activeElement)) leave();
      },
      { rootMargin: `${margin}px` },
    );
    observer.observe(element);
    element.addEventListener("focusout", onFocusOut);
    return () => {
      observer.disconnect();
      element.removeEventListener("focusout", onFocusOut);
    };
  }, [margin]);
  useEffect(() => {
    // The print is taken when the listener returns.
    const before = () => flushSync(() => setPrinted(true));
    const after = () => setPrinted(false);
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  const mounted = isNear || isPrinted;
  return (
    <div ref={box} style={mounted ? undefined : { height: kept ?? height }}>
      {mounted ? children : null}
    </div>
  );
}
