const NARROWEST = 48;
const WIDEST = 640;

/** The width in px that a column gets, whether its edge was dragged or the address says it. */
export const clampWidth = (px: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, px)));
