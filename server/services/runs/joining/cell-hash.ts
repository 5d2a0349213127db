import type { RecipeManifest } from "../../../../workers/protocol/manifest.ts";
import type { Variant } from "../../../contracts/launch/matrix.ts";
import { canonicalJson, sha256 } from "../../hashing.ts";

/** Identity of a configuration: recipe@version, every parameter but the seed, the benchmark's content, what it starts from. */
export function cellHash(
  { slug, version }: Pick<RecipeManifest, "slug" | "version">,
  params: Variant["params"],
  benchmarkHash: string | null,
  inputs: Record<string, string>,
): string {
  const taken = Object.keys(inputs).length > 0 ? { inputs } : {};
  return sha256(
    canonicalJson({ recipe: `${slug}@${version}`, params, benchmark: benchmarkHash, ...taken }),
  ).slice(0, 24);
}
