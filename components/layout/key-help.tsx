"use client";

import { useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { Kbd } from "#components/ui/controls/kbd.tsx";
import { ScrollList } from "#components/ui/tables/scroll-list.tsx";
import { VisuallyHidden } from "#components/ui/visually-hidden.tsx";
import { currentBindings, type KeyBinding, subscribeBindings } from "./match-keys.ts";
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
