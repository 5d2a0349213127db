import type { RefObject } from "react";

/** Whether an event began inside an element. */
export function isInside(element: RefObject<HTMLElement | null>, event: Event): boolean {
  return event.target instanceof Node && element.current !== null && element.current.contains(event.target);
}
