/** A key in its parts, each in lower case and with one kind of divider: `trainerArgs.Run-Name` is `trainer_args`, `run_name`. */
export const partsOf = (key: string): string[] =>
  key.split(/[./]/).map((part) =>
    part
      .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
      .replaceAll("-", "_")
      .toLowerCase(),
  );

/** A part that names nothing without the one that it stands below: `ckpt.path`, `run.id`. */
const BARE = /^(path|dir|folder|directory|root|file|name|id|uuid|group|url|uri)$/;

/** What the last part of a key says, with the part above it where it says nothing alone: `ckpt_path` of `ckpt.path`. */
export function nameOf(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  const above = parts.at(-2);
  return above !== undefined && BARE.test(last) ? `${above}_${last}` : last;
}
