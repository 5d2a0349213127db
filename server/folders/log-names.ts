/** Names by which logs in a training's folder are known, whoever asks. */
const fileOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

export { isEvents } from "../contracts/imports/wanted-files.ts";

export const isCsvLog = (path: string): boolean => /^(progress|metrics)\.csv$/.test(fileOf(path));

/** Ray's log, an object a line whatever its ending. */
export const isResult = (path: string): boolean => fileOf(path) === "result.json";

/** Folders in which one training keeps its phases apart. */
export const isPhase = (name: string): boolean => /^(train|validation|val|eval|test)$/.test(name);

/** A folder named by seconds, as `add_hparams` makes one. */
export const isMoment = (name: string): boolean => /^\d+(\.\d+)?$/.test(name);
