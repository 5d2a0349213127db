/** Where this browser keeps its choice of colours. */
export const THEME_KEY = "ablab-theme";

/**
 * Applies the chosen colours; it stands in the head of every page, as no request for it could be over before the first paint.
 * Where storage is off, the system's choice holds.
 */
export const THEME_SCRIPT = `try{const t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;
