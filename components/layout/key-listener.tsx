"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { currentBindings, type KeyBinding, matchKeys, nameStroke, subscribeBindings } from "./match-keys.ts";
import { isComposing } from "#components/ui/composing.ts";
import { Button, Kbd } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { ScrollList } from "#components/ui/tables/scroll-list.tsx";
import { VisuallyHidden } from "#components/ui/visually-hidden.tsx";
import { useKeys } from "./use-keys.ts";

const NONE: KeyBinding[] = [];

/** `?` lists every key that works on this page, as the page itself announced them. */
export function KeyHelp() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const bindings = useSyncExternalStore(subscribeBindings, currentBindings, () => NONE);
  useKeys([{ keys: "?", label: "Keys of this page", group: "Everywhere", run: () => setOpen(true) }]);
  const groups = [...new Set(bindings.map((binding) => binding.group ?? "This page"))];
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Keys"
      text="On a Mac, Command instead of Ctrl."
      actions={
        <Button size="small" onClick={close}>
          Close
        </Button>
      }
    >
      <ScrollList label="List of keys">
        {groups.map((group) => (
          <section className="key-group" key={group}>
            <h3>{group}</h3>
            <dl>
              {bindings
                .filter((binding) => (binding.group ?? "This page") === group)
                .map(({ keys, label }) => (
                  <div key={keys}>
                    <dt>
                      {keys.startsWith("Ctrl ") ? (
                        <Kbd keys={keys} />
                      ) : (
                        keys.split(" ").map((key) => <Kbd key={key} keys={key} />)
                      )}
                      <VisuallyHidden>{keys}</VisuallyHidden>
                    </dt>
                    <dd>{label}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </ScrollList>
    </Dialog>
  );
}

const SEQUENCE_MS = 900;

/** The one listener behind `useKeys`; it stands once in the shell. */
export function KeyListener() {
  useEffect(() => {
    let pending = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || event.key === "Shift") return;
      const found = matchKeys(currentBindings(), pending, nameStroke(event));
      clearTimeout(timer);
      pending = found.pending;
      timer = setTimeout(() => (pending = ""), SEQUENCE_MS);
      if (!found.binding || (isTyping(event.target) && !found.binding.whileTyping) || isBehindDialog())
        return;
      event.preventDefault();
      found.binding.run?.();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
  return null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select"))
  );
}

function isBehindDialog(): boolean {
  return document.querySelector('[role="dialog"]:not(.popover)') !== null;
}
