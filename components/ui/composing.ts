interface Key {
  isComposing?: boolean;
  keyCode?: number;
  nativeEvent?: { isComposing?: boolean; keyCode?: number };
}

/** What a browser says of keys that an input method takes for itself. */
const TAKEN = 229;

/**
 * Whether a key belongs to an input method that is writing a word: Enter then takes the word, and does nothing else. Safari
 * ends the composing before this Enter arrives and tells it by its code alone.
 */
export const isComposing = (event: Key): boolean =>
  [event, event.nativeEvent].some((key) => key?.isComposing === true || key?.keyCode === TAKEN);
