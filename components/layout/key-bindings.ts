import type { KeyBinding } from "./match-keys.ts";

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
