"use client";

import { useEffect, useState, type RefObject } from "react";

interface RunTableEdgesProps {
  frame: RefObject<HTMLDivElement | null>;
  /** How far the table is scrolled to the right, px. */
  scrolledX: number;
  /** Width of the whole table, px. */
  total: number;
  /** Widths of the columns that stay, and of the name, which is all that stays on a phone. */
  fixed: { all: number; name: number };
}

/** A frame may be a fraction of a pixel narrower than what it holds. */
const SLACK_PX = 1;

/** Whether columns are out of view at either edge of a frame. */
export function hiddenAtEdges({ scrolledX, total, width }: Record<"scrolledX" | "total" | "width", number>) {
  return { left: scrolledX > SLACK_PX, right: scrolledX + width < total - SLACK_PX };
}

/** The room inside a frame's scroll bars; null until it is known. Measured when it changes, never while it scrolls. */
function useRoom(frame: RefObject<HTMLDivElement | null>) {
  const [room, setRoom] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    if (!frame.current) return undefined;
    const observer = new ResizeObserver(([{ contentRect }]) =>
      setRoom({ width: contentRect.width, height: contentRect.height }),
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return room;
}

/** Says at the edges of a table that it goes on there: beside the columns that stay, and at the right. */
export function RunTableEdges({ frame, scrolledX, total, fixed }: RunTableEdgesProps) {
  const room = useRoom(frame);
  if (!room) return null;
  const { width, height } = room;
  const hidden = hiddenAtEdges({ scrolledX, total, width });
  return (
    <>
      <span
        className="table-more"
        aria-hidden="true"
        data-side="left"
        data-on={hidden.left || undefined}
        style={{ height, "--all-stay": `${fixed.all}px`, "--name-stays": `${fixed.name}px` }}
      />
      <span
        className="table-more"
        aria-hidden="true"
        data-side="right"
        data-on={hidden.right || undefined}
        style={{ height, left: width }}
      />
    </>
  );
}
