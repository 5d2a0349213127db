/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no native list may hold glyphs, states and keys in its options */
"use client";

import { useGo } from "#components/ui/use-go.ts";
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from "react";
import { isComposing } from "#components/ui/composing.ts";
import { DialogPopup } from "#components/ui/overlays/dialog-popup.tsx";
import { Kbd } from "#components/ui/controls/button.tsx";
import { RunState } from "#components/ui/marks/run-state.tsx";
import type { Command } from "./command-palette.tsx";
import type { TypedEarly } from "./use-keys.ts";
import { rankCommands } from "./rank-commands.ts";

interface CommandPaletteDialogProps {
  commands: Command[];
  /** More of them are on their way. */
  isFinding: boolean;
  /** What was typed until the input had the focus. */
  takeTyped: () => TypedEarly;
  onQuery?: (query: string) => void;
  onClose: () => void;
}

const SHOWN = 40;

/** What the query finds, in the order it is listed. */
function findGrouped(commands: Command[], query: string) {
  const found = rankCommands(commands, query);
  // A title that is typed on a page is where to go, not what to do there with a thing of that name.
  const order = found[0]?.group === "Go to" ? (["Go to", "Do"] as const) : (["Do", "Go to"] as const);
  const groups = order.map((group) => ({
    group,
    rows: found.filter((command) => command.group === group).slice(0, SHOWN),
  }));
  return { found, groups };
}

/** Input and list of the palette: arrows choose, Enter does, a destructive command asks in place first. */
export function CommandPaletteDialog(props: CommandPaletteDialogProps) {
  const { commands, isFinding, takeTyped, onQuery, onClose } = props;
  const id = useId();
  const router = useGo();
  const [query, setQuery] = useState("");
  /** By its id: what the server finds meanwhile moves rows, and what was chosen stays chosen. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [asking, setAsking] = useState<string | null>(null);
  /** Enter was pressed for a text before everything that it may mean was there. */
  const [isDue, setDue] = useState(false);
  const { found, groups } = findGrouped(commands, query);
  const rows = groups.flatMap((group) => group.rows);
  const active = rows.find(({ id: own }) => own === chosen) ?? rows[0];

  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: "nearest" });
  }, [active, id]);

  const perform = (command: Command) => {
    if (command.confirm && asking !== command.id) return setAsking(command.id);
    onClose();
    if (command.href) router.push(command.href);
    command.run?.();
  };
  /** Does what a text means once all that it may mean is known; what was pointed at or chosen by arrows is known. */
  const enter = () => {
    if (isFinding && query !== "" && active?.id !== chosen) setDue(true);
    else if (active) perform(active);
  };
  const answer = useEffectEvent(() => {
    setDue(false);
    if (active) perform(active);
  });
  useEffect(() => {
    if (!isDue || isFinding) return undefined;
    const soon = setTimeout(() => answer());
    return () => clearTimeout(soon);
  }, [isDue, isFinding]);
  const move = (by: number) => {
    if (!active) return;
    setDue(false);
    setAsking(null);
    setChosen(rows[(rows.indexOf(active) + by + rows.length) % rows.length].id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Arrows and Enter choose among the words of an input method first.
    if (isComposing(event)) return;
    if (event.key === "Escape" && asking) {
      event.stopPropagation();
      return setAsking(null);
    }
    const acts: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: enter,
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  };

  return (
    <DialogPopup title="Search or run a command" look="palette" onClose={onClose}>
      <div className="palette-input">
        <input
          role="combobox"
          aria-label="Search or run a command"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={active ? `${id}-${active.id}` : undefined}
          aria-autocomplete="list"
          placeholder="Search or run a command"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            onQuery?.(event.target.value);
            setChosen(null);
            setAsking(null);
            setDue(false);
          }}
          onFocus={() => {
            const { text, entered } = takeTyped();
            if (text !== "") {
              setQuery((before) => before + text);
              onQuery?.(query + text);
            }
            if (entered) setDue(true);
          }}
          onKeyDown={onKeyDown}
        />
        <span className="muted" aria-live="polite">
          {found.length} of {commands.length}
        </span>
      </div>
      <div className="palette-list" id={`${id}-list`} role="listbox" aria-label="Commands">
        {groups.map(({ group, rows: members }) =>
          members.length === 0 ? null : (
            <div key={group} role="group" aria-label={group}>
              <div className="menu-group" aria-hidden="true">
                {group}
              </div>
              {members.map((command) => (
                <PaletteRow
                  key={command.id}
                  id={`${id}-${command.id}`}
                  command={command}
                  active={command === active}
                  asking={asking === command.id}
                  onPoint={() => setChosen(command.id)}
                  onPick={() => perform(command)}
                />
              ))}
            </div>
          ),
        )}
      </div>
      {rows.length === 0 ? (
        <p className="palette-empty">{isFinding ? "Looking." : `Nothing is called “${query}”.`}</p>
      ) : null}
    </DialogPopup>
  );
}

interface PaletteRowProps {
  id: string;
  command: Command;
  active: boolean;
  asking: boolean;
  onPoint: () => void;
  onPick: () => void;
}

function PaletteRow({ id, command, active, asking, onPoint, onPick }: PaletteRowProps) {
  return (
    // The input keeps the focus and names this row as active; its keys are handled there.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      className="menu-item"
      role="option"
      tabIndex={-1}
      aria-selected={active}
      data-highlighted={active || undefined}
      data-danger={command.confirm ? true : undefined}
      onPointerMove={onPoint}
      onClick={onPick}
    >
      {asking ? (
        <span>{command.confirm}</span>
      ) : (
        <span>
          {command.label} {command.subject ? <b>{command.subject}</b> : null}
        </span>
      )}
      <span className="menu-end">
        {command.state && !asking ? <RunState state={command.state} glyphOnly /> : null}
        {asking ? "once more to do it" : command.end}
        {active ? <Kbd keys="↵" /> : null}
      </span>
    </div>
  );
}
