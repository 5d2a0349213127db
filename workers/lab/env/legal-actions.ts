import {
  ACTION_COUNT,
  CHECK,
  DIAGNOSE,
  DROP,
  GET_IIS,
  RELAX_LARGE,
  RELAX_SMALL,
  SUBMIT,
  UPDATE_BOUNDS,
} from "./actions.ts";
import type { EpisodeState } from "./episode-state.ts";
import { MAX_RELAXATIONS } from "./repair.ts";

/** May `type` be done to the entity now? `canCheck` is false where the policy sees everything anyway. */
export function isLegal(state: EpisodeState, entity: number, type: number, canCheck: boolean): boolean {
  if (entity === state.entities - 1) return type === GET_IIS || type === SUBMIT;
  const isRow = entity >= state.colCount;
  switch (type) {
    case DIAGNOSE:
      return state.diagnosed[entity] === 0 && state.dropped[entity] === 0;
    case CHECK:
      return canCheck && state.checked[entity] === 0;
    case RELAX_SMALL:
    case RELAX_LARGE:
      return isRow && state.dropped[entity] === 0 && state.relaxed[entity] < MAX_RELAXATIONS;
    case DROP:
      return isRow && state.dropped[entity] === 0;
    case UPDATE_BOUNDS:
      return !isRow && state.widened[entity] === 0;
    default:
      return false;
  }
}

/** Writes entities x ACTION_COUNT bytes at the offset, 1 where the action is legal. */
export function writeMask(state: EpisodeState, canCheck: boolean, mask: Uint8Array, offset: number): void {
  let at = offset;
  for (let entity = 0; entity < state.entities; entity++)
    for (let type = 0; type < ACTION_COUNT; type++)
      mask[at++] = isLegal(state, entity, type, canCheck) ? 1 : 0;
}
