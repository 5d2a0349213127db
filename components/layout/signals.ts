/** Lets a button in one corner open what lives in another: the palette, the phone menu. */
interface OpenSignal {
  open: () => void;
  /** Registers what opens and returns how to forget it. */
  answer: (open: () => void) => () => void;
}

/** A signal with at most one answerer. */
function createOpenSignal(): OpenSignal {
  let answerer: (() => void) | null = null;
  return {
    open: () => answerer?.(),
    answer: (open) => {
      answerer = open;
      return () => {
        if (answerer === open) answerer = null;
      };
    },
  };
}

/** Opens the command palette. */
export const paletteSignal = createOpenSignal();
/** Opens the phone menu. */
export const phoneMenuSignal = createOpenSignal();
