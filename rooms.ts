/**
 * The import rules as data. A file lives in the room with the longest matching prefix; a pattern in `SPECIAL` wins over
 * all of them. `may` lists the rooms it may import from; a trailing "?" allows `import type` only.
 */
export const ROOMS: Record<string, string[]> = {
  "workers/protocol": [],
  "workers/math": [],
  "workers/lp": ["workers/math"],
  "workers/lab": ["workers/lp", "workers/math"],
  "workers/recipes/catalog": ["workers/recipes/manifest", "workers/protocol"],
  "workers/recipes/manifest": ["workers/protocol"],
  "workers/recipes": [
    "workers/recipes/manifest",
    "workers/protocol",
    "workers/math",
    "workers/lp",
    "workers/lab",
  ],
  "workers/trainer": ["workers/protocol", "workers/recipes", "workers/recipes/catalog", "workers/lab"],
  "workers/bridge": ["workers/protocol", "workers/recipes/catalog"],
  "workers/witness": ["workers/protocol", "workers/bridge"],
  "server/errors": [],
  "server/numbers": [],
  "server/wording": ["server/numbers", "workers/protocol", "server/contracts?"],
  "server/contracts": ["server/wording", "workers/protocol"],
  "server/stats": ["server/contracts", "server/numbers", "server/wording"],
  "server/plot": ["server/contracts", "server/numbers", "server/wording"],
  "server/judgement": ["server/contracts", "server/numbers", "server/stats", "server/wording"],
  "server/importers": ["server/contracts", "server/wording", "workers/lp", "workers/protocol"],
  "server/live": ["server/contracts"],
  db: ["server/contracts", "server/numbers", "workers/protocol"],
  "server/services": [
    "db",
    "server/contracts",
    "server/numbers",
    "server/errors",
    "server/live",
    "server/stats",
    "server/judgement",
    "server/plot",
    "server/importers",
    "server/wording",
    "workers/protocol",
    "workers/recipes/catalog",
  ],
  "server/wires": [
    "server/services?",
    "server/contracts",
    "server/numbers",
    "server/errors",
    "server/wording",
    "workers/protocol",
  ],
  "server/care": ["db", "server/contracts", "server/errors", "server/wording"],
  "server/bridge": ["server/services", "server/errors", "workers/protocol"],
  "server/routers": ["server/services", "server/contracts", "server/errors", "server/live", "server/wording"],
  "server/http": [
    "db",
    "server/wires",
    "server/care",
    "server/services",
    "server/routers",
    "server/bridge",
    "server/live",
    "server/contracts",
    "server/errors",
    "server/wording",
    "workers/protocol",
  ],
  "server/cli": [
    "server/wires",
    "server/care",
    "server/http",
    "server/routers?",
    "server/contracts",
    "server/errors",
    "server/wording",
    "workers/protocol",
    "workers/recipes/catalog",
  ],
  "components/ui": ["server/contracts?", "server/numbers", "server/plot?", "server/wording"],
  "components/charts": [
    "components/ui",
    "server/contracts",
    "server/numbers",
    "server/plot",
    "server/wording",
  ],
  "components/trpc": ["server/routers?", "server/contracts"],
  components: [
    "components/ui",
    "components/charts",
    "components/trpc",
    "server/contracts",
    "server/numbers",
    "server/plot",
    "server/wording",
    "server/judgement",
  ],
  app: [
    "components",
    "components/ui",
    "components/charts",
    "components/trpc",
    "server/contracts",
    "server/routers?",
    "server/http?",
  ],
  e2e: ["server/contracts", "workers/protocol"],
  "e2e/bench": ["e2e", "db", "server/contracts", "server/wires", "workers/protocol", "workers/math"],
  "e2e/findings": ["e2e/bench", "server/contracts", "server/stats", "server/wording", "workers/protocol"],
  "e2e/chaos": [
    "db",
    "server/http",
    "server/services",
    "server/wires",
    "server/live",
    "workers/protocol",
    "workers/math",
  ],
  "e2e/clients": [
    "e2e/chaos",
    "db",
    "server/contracts",
    "server/http",
    "server/services",
    "server/live",
    "server/wires",
    "workers/math",
  ],
  root: ["e2e", "server/cli"],
};

/** Files whose room is not the one of their folder. */
const SPECIAL: [RegExp, string][] = [
  [/^workers\/recipes\/[^/]+\/manifest\.ts$/, "workers/recipes/manifest"],
  [/^workers\/recipes\/chains\.ts$/, "workers/recipes/catalog"],
  [/^[^/]+\.(ts|mjs)$/, "root"],
];

/** The room of a file by its path from the root; undefined where it has none. */
export function roomOf(file: string): string | undefined {
  const special = SPECIAL.find(([pattern]) => pattern.test(file));
  if (special) return special[1];
  return Object.keys(ROOMS)
    .filter((room) => file === room || file.startsWith(`${room}/`) || file.startsWith(`${room}.`))
    .sort((a, b) => b.length - a.length)[0];
}
