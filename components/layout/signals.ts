import { createOpenSignal } from "./open-signal.ts";

/** Opens the command palette. */
export const paletteSignal = createOpenSignal();
/** Opens the phone menu. */
export const phoneMenuSignal = createOpenSignal();
