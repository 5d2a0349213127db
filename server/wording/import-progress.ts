import type { ImportProgress } from "../contracts/imports/imports.ts";
import { writeOf } from "./counts.ts";
import { writeBytes } from "./quantities.ts";

/** How far an import is, in one line. */
export const importProgressText = ({ phase, done, of }: ImportProgress): string =>
  phase === "reading"
    ? `Reading: ${writeBytes(done)} of ${writeBytes(of)}`
    : `Storing: ${writeOf(done, of)} points and rows`;
