"use client";

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { later } from "#components/ui/later.tsx";
import type { RunStateName } from "#components/ui/marks/run-state.tsx";
import { type EarlyKeys, keepEarlyKeys, useKeys } from "./use-keys.ts";
import type { Searchable } from "./rank-commands.ts";
import { paletteSignal } from "./signals.ts";

const CommandPaletteDialog = later(
  async () => (await import("./command-palette-dialog.tsx")).CommandPaletteDialog,
  "the search",
  0,
  { over: true },
);

export interface Command extends Searchable {
  id: string;
  /** What changes something comes before what goes somewhere. */
  group: "Do" | "Go to";
  /** Either goes somewhere or does something. */
  href?: string;
  run?: () => void;
  /** State and place at the right: a glyph, then "262 of 450". */
  state?: RunStateName;
  end?: ReactNode;
  /** Cannot be undone: the palette asks in place, with the effect named. */
  confirm?: string;
}

interface CommandPaletteProps {
  commands: Command[];
  /** More of them are on their way. */
  isFinding: boolean;
  /** It is opened: what only it needs may be fetched. */
  onOpen?: () => void;
  /** What is typed, for what only a server can find; empty again when it is closed. */
  onQuery?: (query: string) => void;
}

/** Ctrl K, or Command K on a Mac: find anything, do anything. The dialog loads when it is first opened. */
export function CommandPalette({ commands, isFinding, onOpen, onQuery }: CommandPaletteProps) {
  const [open, setOpen] = useState(false);
  const early = useRef<EarlyKeys | null>(null);
  const close = () => {
    early.current?.take();
    early.current = null;
    onQuery?.("");
    setOpen(false);
  };
  const show = () => {
    if (!open) early.current = keepEarlyKeys(close);
    setOpen(true);
    onOpen?.();
  };
  const answer = useEffectEvent(show);
  useEffect(() => paletteSignal.answer(() => answer()), []);
  useKeys([
    {
      keys: "Ctrl K",
      label: "Search or run a command",
      group: "Everywhere",
      whileTyping: true,
      run: show,
    },
  ]);
  return open ? (
    <CommandPaletteDialog
      commands={commands}
      isFinding={isFinding}
      takeTyped={() => {
        const typed = early.current?.take() ?? { text: "", entered: false };
        early.current = null;
        return typed;
      }}
      onQuery={onQuery}
      onClose={close}
    />
  ) : null;
}
