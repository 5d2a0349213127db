"use client";

import { Popover } from "@base-ui/react/popover";
import type { ReactNode, RefObject } from "react";

/** Whether an event began inside an element. */
export function isInside(element: RefObject<HTMLElement | null>, event: Event): boolean {
  return event.target instanceof Node && element.current !== null && element.current.contains(event.target);
}

interface PopoverPopupProps {
  anchor: RefObject<HTMLElement | null>;
  title: string;
  side?: "top" | "bottom" | "left" | "right";
  onClose: () => void;
  children: ReactNode;
}

/** The popup of `Popover`, in a chunk of its own. A press on its own button is left to that button. */
export function PopoverPopup({ anchor, title, side = "bottom", onClose, children }: PopoverPopupProps) {
  return (
    <Popover.Root
      open
      onOpenChange={(open, details) => {
        if (!open && !isInside(anchor, details.event)) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          className="popup-layer"
          anchor={anchor}
          side={side}
          align="start"
          sideOffset={6}
          collisionPadding={8}
        >
          <Popover.Popup className="popup popover" finalFocus={anchor}>
            <Popover.Title className="popover-title">{title}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
