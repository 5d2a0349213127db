/** A box as the browser lays it out: its height is that of what it holds, or `minHeight` where that is more. */
export interface KeptBox {
  readonly offsetWidth: number;
  readonly offsetHeight: number;
  readonly style: { minHeight: string };
}

/** The highest that a box has been at one width, in px. */
export interface Tallest {
  width: number;
  height: number;
}

/** Keeps a box as high as it was at its highest at this width; another width measures again. */
export function keepHeight(box: KeptBox, known: Tallest): Tallest {
  const { offsetWidth: width } = box;
  if (known.width !== width) box.style.minHeight = "";
  else if (box.offsetHeight <= known.height) return known;
  const { offsetHeight: height } = box;
  box.style.minHeight = `${height}px`;
  return { width, height };
}
