/** Digits of the content hash that are part of a version. */
const HASH_DIGITS = 16;

/** A version names the content too, so that a changed script is another recipe version: "1.0+3f9ac2d81b0e77aa". */
export const versionWithHash = (version: string, hash: string): string =>
  hash === "" ? version : `${version}+${hash.slice(0, HASH_DIGITS)}`;

/** Whether a version is one of a script: those of built-in recipes hold no hash. */
export const isScriptVersion = (version: string): boolean => version.includes("+");
