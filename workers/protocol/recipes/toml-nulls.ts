import { piecesOf } from "./command.ts";
import type { RecipeFile } from "./recipe-file.ts";

type Path = readonly PropertyKey[];

/**
 * Places in the config of a recipe where a list in TOML would hold a null, which TOML has not: a null itself, and an input that
 * may not be given. A table leaves both out.
 */
export function nullsInToml({ config, inputs }: Pick<RecipeFile, "config" | "inputs">): Path[] {
  if (config?.format !== "toml") return [];
  const optional = new Set(inputs.filter(({ required }) => !required).map(({ slot }) => `input.${slot}`));
  const mayBeNull = (value: unknown): boolean =>
    value === null ||
    (typeof value === "string" &&
      (piecesOf(value) ?? []).some((piece) => "slot" in piece && optional.has(piece.slot)));
  const walk = (value: unknown, path: Path): Path[] => {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, item]) => {
      const at = [...path, Array.isArray(value) ? Number(key) : key];
      return Array.isArray(value) && mayBeNull(item) ? [at] : walk(item, at);
    });
  };
  return walk(config.values ?? {}, ["config", "values"]);
}
