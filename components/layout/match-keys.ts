let bindings: KeyBinding[] = [];
const listeners = new Set<() => void>();

function publish(next: KeyBinding[]): void {
  bindings = next;
  for (const notify of listeners) notify();
}

/** All keys that work now, in the order they were added. */
export function currentBindings(): KeyBinding[] {
  return bindings;
}

/** Adds keys and returns how to take them away again. */
export function addBindings(added: KeyBinding[]): () => void {
  publish([...bindings, ...added]);
  return () => publish(bindings.filter((binding) => !added.includes(binding)));
}

/** For useSyncExternalStore. */
export function subscribeBindings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface KeyBinding {
  /** As a person reads it: "Ctrl K", "?", "n", or one after the other, "g r". */
  keys: string;
  /** What it does, for the list of keys: "Launch". */
  label: string;
  /** Null: what has the focus acts on it by itself, and it is only listed. */
  run: (() => void) | null;
  /** Heading in the list of keys. */
  group?: string;
  /** Also while somebody types in a field. */
  whileTyping?: boolean;
}

export interface Stroke {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Writes a key press as bindings write it. Command on a Mac counts as Ctrl; Shift is already in the character. */
export function nameStroke({ key, ctrlKey, metaKey, altKey }: Stroke): string {
  const name = key === "Escape" ? "esc" : key === "Enter" ? "↵" : key.length === 1 ? key.toLowerCase() : key;
  const modified = ctrlKey || metaKey ? `Ctrl ${name.toUpperCase()}` : name;
  return altKey ? `Alt ${modified}` : modified;
}

/**
 * Finds what a stroke means after the strokes before it: a binding, or the beginning of one ("g" of "g r"), or nothing. The
 * latest binding wins, so that a page may take a key over from the shell.
 */
export function matchKeys(
  bindings: KeyBinding[],
  pending: string,
  stroke: string,
): { binding: KeyBinding | null; pending: string } {
  for (const typed of pending ? [`${pending} ${stroke}`, stroke] : [stroke]) {
    const binding = bindings.findLast((candidate) => candidate.run !== null && candidate.keys === typed);
    if (binding) return { binding, pending: "" };
    if (bindings.some(({ keys, run }) => run !== null && keys.startsWith(`${typed} `)))
      return { binding: null, pending: typed };
  }
  return { binding: null, pending: "" };
}
