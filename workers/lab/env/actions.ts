/**
 * What a policy can do. A flat action id is entity * ACTION_COUNT + index into this list.
 * Entities are the model's elements in their order (columns, then rows) and, last, one global entity.
 */
export const ACTIONS = [
  "DIAGNOSE",
  "RELAX_SMALL",
  "RELAX_LARGE",
  "DROP",
  "UPDATE_BOUNDS",
  "GET_IIS",
  "SUBMIT",
  "CHECK",
] as const;

export type ActionName = (typeof ACTIONS)[number];

export const ACTION_COUNT = 8;

/** Action types as numbers, for the inner loops. */
export const DIAGNOSE = 0;
export const RELAX_SMALL = 1;
export const RELAX_LARGE = 2;
export const DROP = 3;
export const UPDATE_BOUNDS = 4;
export const GET_IIS = 5;
export const SUBMIT = 6;
export const CHECK = 7;

export const flat = (entity: number, type: number): number => entity * ACTION_COUNT + type;
