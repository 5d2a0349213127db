import {
  getNamedType,
  isListType,
  isObjectType,
  Kind,
  visit,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { overLimit } from "../../contracts/limits/limit.ts";
import { GRAPHQL_LIMITS } from "../../contracts/limits/wandb.ts";
import { MOST_ALIASES, MOST_ARTIFACTS, MOST_FILES, MOST_RUNS } from "./reading-types.ts";
import { SCHEMA } from "./schema.ts";
import { MOST_TYPE_FIELDS, PROBED_TYPES } from "./type-probes.ts";

const { selections, depth, aliases, cost, list } = GRAPHQL_LIMITS;

/** A query that is refused before anything of it is computed. Known by `name`. */
export class QueryRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "QueryRefused";
  }
}

/** Most entries of a list of objects; "sent" is as many as the longest list of the query or of its variables. */
const LISTS: Readonly<Record<string, number | "sent">> = {
  "EntityConnection.edges": 1,
  "ServerInfo.features": 1,
  "TypeInfo.fields": MOST_TYPE_FIELDS,
  "TypeInfo.inputFields": MOST_TYPE_FIELDS,
  "TypeField.args": 3,
  "CreateRunFilesPayload.files": "sent",
  "ArtifactFileConnection.edges": "sent",
  "Artifact.aliases": MOST_ALIASES,
  "ArtifactCollectionMembership.aliases": MOST_ALIASES,
  "FileConnection.edges": MOST_FILES,
  "RunConnection.edges": MOST_RUNS,
  "ArtifactConnection.edges": MOST_ARTIFACTS,
};

/** Fields that cost more than their place in the result: a statement of the database, or a text of megabytes. */
const COSTS: Readonly<Record<string, number>> = {
  "Project.run": 20_000,
  "Project.bucket": 20_000,
  "Project.artifact": 2000,
  "Project.artifactCollectionMembership": 4000,
  "ArtifactSequence.artifactMembership": 4000,
  "Artifact.files": 20_000,
  "ArtifactCollectionMembership.files": 20_000,
  "Query.artifact": 2000,
  "Query.clientIDMapping": 200,
  "Query.typeInfo": 10_000,
  "Project.runs": 20_000,
  "Project.runCount": 10_000,
  "Run.history": 120_000,
  "Run.sampledHistory": 120_000,
  "Run.parquetHistory": 20_000,
  "Run.files": 20_000,
  "Run.fileCount": 2000,
  "Run.outputArtifacts": 20_000,
  "Run.config": 10_000,
  "Run.summaryMetrics": 10_000,
};
const MUTATION_COST = 20_000;

const unsized = Object.values(SCHEMA.getTypeMap())
  .filter((type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith("__"))
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => isListType(field.type) && isObjectType(getNamedType(field.type)))
      .map((field) => `${type.name}.${field.name}`),
  )
  .filter((field) => LISTS[field] === undefined);
if (unsized.length > 0) throw new Error(`A list of objects needs a size in LISTS: ${unsized.join(", ")}.`);

/** The longest list among variables and one level below them, where inputs have theirs. */
export function longestList(variables: Readonly<Record<string, unknown>>): number {
  let longest = 0;
  const look = (value: unknown) => {
    if (Array.isArray(value)) longest = Math.max(longest, value.length);
  };
  for (const value of Object.values(variables)) {
    look(value);
    if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) look(inner);
  }
  if (longest > list.most) throw new QueryRefused(overLimit(list, longest));
  return longest;
}

/** What the result of a query can cost: a fixed part, and one for each entry of the longest list that is sent. */
export interface QueryWeight {
  cost: number;
  costPerEntry: number;
  /** Entries of the longest list in the query's own text. */
  longestList: number;
}

/** What one walk over a query has met, and what its result can cost. */
interface Weight {
  selections: number;
  aliases: number;
  cost: number;
  /** The same for one entry of each list of the variables. */
  costPerEntry: number;
}

/**
 * Walks a query with its fragments expanded and refuses what is over a limit. The walk itself ends at the limit, so a query
 * whose fragments multiply costs no more than another.
 */
export function weighQuery(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): QueryWeight {
  const weight: Weight = { selections: 0, aliases: 0, cost: 0, costPerEntry: 0 };
  const typeNamed = (name: string | undefined) => {
    const found = name === undefined ? undefined : SCHEMA.getType(PROBED_TYPES[name] ?? name);
    return isObjectType(found) ? found : null;
  };
  const add = (price: number, perEntry: boolean) => {
    if (perEntry) weight.costPerEntry += price;
    else weight.cost += price;
    if (weight.cost > cost.most) throw new QueryRefused(overLimit(cost, null));
  };
  const walk = (
    set: SelectionSetNode,
    type: GraphQLObjectType | null,
    at: { level: number; times: number; perEntry: boolean },
  ): void => {
    if (at.level > depth.most) throw new QueryRefused(overLimit(depth, null));
    for (const node of set.selections) {
      if (++weight.selections > selections.most) throw new QueryRefused(overLimit(selections, null));
      const below = { ...at, level: at.level + 1 };
      if (node.kind === Kind.INLINE_FRAGMENT) {
        add(at.times, at.perEntry);
        walk(node.selectionSet, typeNamed(node.typeCondition?.name.value) ?? type, below);
        continue;
      }
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        add(at.times, at.perEntry);
        const fragment = fragments.get(node.name.value);
        if (fragment)
          walk(fragment.selectionSet, typeNamed(fragment.typeCondition.name.value) ?? type, below);
        continue;
      }
      if (node.alias && ++weight.aliases > aliases.most) throw new QueryRefused(overLimit(aliases, null));
      if (node.name.value === "__schema")
        throw new QueryRefused("This server has no introspection. Ask for the fields themselves.");
      const name = node.name.value === "__type" ? "typeInfo" : node.name.value;
      const field = type?.getFields()[name];
      const path = `${type?.name}.${name}`;
      const isMutation = type !== null && type === SCHEMA.getMutationType();
      add(at.times * (isMutation ? MUTATION_COST : (COSTS[path] ?? 1)), at.perEntry);
      if (!node.selectionSet) continue;
      const size = LISTS[path] ?? 1;
      const inner = getNamedType(field?.type);
      walk(node.selectionSet, isObjectType(inner) ? inner : null, {
        ...below,
        times: at.times * (size === "sent" ? 1 : size),
        perEntry: at.perEntry || size === "sent",
      });
    }
  };
  const isMutating = operation.operation === "mutation";
  const root = (isMutating ? SCHEMA.getMutationType() : SCHEMA.getQueryType()) ?? null;
  walk(operation.selectionSet, root, { level: 1, times: 1, perEntry: false });
  let longest = 0;
  visit(operation, { ListValue: ({ values }) => void (longest = Math.max(longest, values.length)) });
  return { cost: weight.cost, costPerEntry: weight.costPerEntry, longestList: longest };
}
