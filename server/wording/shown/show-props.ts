import { markText } from "../../../workers/protocol/visible-text.ts";

/** Attributes that a reader meets as words. */
const WORDED = ["title", "aria-label", "alt", "placeholder", "data-tip"] as const;

const markAll = (value: unknown): unknown =>
  typeof value === "string" ? markText(value) : Array.isArray(value) ? value.map(markAll) : value;

/** Whether a text, or one in a list, is not as it may be shown. */
const hasHidden = (value: unknown): boolean =>
  typeof value === "string" ? markText(value) !== value : Array.isArray(value) && value.some(hasHidden);

/**
 * Properties of an element of a page, in which every text that is shown has what nobody sees written out. The same object where
 * nothing is to be marked. What a field holds (`value`) and what is copied stays as it was sent.
 */
export function showProps<P extends object>(given: P): P {
  const props = given as Record<string, unknown>;
  const changed = ["children", ...WORDED].filter((name) => name in props && hasHidden(props[name]));
  if (changed.length === 0) return given;
  return { ...given, ...Object.fromEntries(changed.map((name) => [name, markAll(props[name])])) };
}
