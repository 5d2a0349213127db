/**
 * A key in its parts, each in lower case, with one kind of divider and without a number at its end: `trainerArgs.Run-Name` is
 * `trainer_args`, `run_name`, and so is `trainer_args.run_name_1`.
 */
export const partsOf = (key: string): string[] =>
  key.split(/[./]/).map((part) =>
    part
      .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
      .replaceAll("-", "_")
      .toLowerCase()
      .replace(/(?<=[a-z])_\d+$/, ""),
  );

/** A part that names nothing without the one that it stands below: `ckpt.path`, `run.id`. */
const BARE = /^(path|dir|folder|directory|root|file|name|id|uuid|group|url|uri|address)$/;

/** What the last part of a key says, with the part above it where it says nothing alone: `ckpt_path` of `ckpt.path`. */
export function nameOf(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  const above = parts.at(-2);
  return above !== undefined && BARE.test(last) ? `${above}_${last}` : last;
}
