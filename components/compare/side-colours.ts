import type { RunColour } from "#components/ui/run-dot.tsx";

/** The first side is what everything is read against: ink. The others take the palette in their order. */
export const sideColour = (side: number): RunColour => (side === 0 ? "ink" : side);
