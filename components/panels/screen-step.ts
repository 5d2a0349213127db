interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  defaultPrevented: boolean;
  target: unknown;
}

const STEPS: Partial<Record<string, -1 | 1>> = { ArrowLeft: -1, k: -1, ArrowRight: 1, j: 1 };

/** Arrows belong to a plot also where it has nothing to do for them, as at the last sample. */
const PLOT = '[role="slider"]';
const TAKES_LETTERS = 'input, textarea, select, [role="menu"]';

const isOf = (target: unknown, selector: string): boolean =>
  target !== null &&
  typeof target === "object" &&
  "closest" in target &&
  typeof target.closest === "function" &&
  Boolean(target.closest(selector));

/** Which way a key leads from a panel that fills the window: -1 to the one before, 1 to the one after, null nowhere. */
export function screenStep(press: Press): -1 | 1 | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, target } = press;
  if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || isOf(target, TAKES_LETTERS))
    return null;
  if (key.startsWith("Arrow") && isOf(target, PLOT)) return null;
  return STEPS[key] ?? null;
}
