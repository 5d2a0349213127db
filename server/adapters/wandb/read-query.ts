import {
  isObjectType,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type NamedTypeNode,
  type OperationDefinitionNode,
} from "graphql";
import { overLimit } from "../../contracts/limits/limit.ts";
import { GRAPHQL_LIMITS } from "../../contracts/limits/wandb.ts";
import { createRecent } from "../../numbers/recent.ts";
import { ABSENT, SCHEMA } from "./schema.ts";
import { PROBED_TYPES } from "./type-probes.ts";
import { QueryRefused, weighQuery, type QueryWeight } from "./weigh-query.ts";

/** A query that can be executed, and what its result can cost. */
export interface ReadQuery extends QueryWeight {
  document: DocumentNode;
}

/** Characters of a query that is remembered, and of all of them. A client has some forty, the longest of 3,000 characters. */
const REMEMBERED_TEXT = 8 * 1024;
const REMEMBERED_IN_ALL = 512 * 1024;

const remembered = createRecent<{ text: string; query: ReadQuery }>(
  REMEMBERED_IN_ALL,
  ({ text }) => text.length,
);

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
const namedType = (value: string) => ({ kind: Kind.NAMED_TYPE, name: name(value) }) as const;

const fragmentEntry = (node: DefinitionNode): [string, FragmentDefinitionNode][] =>
  node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [];

/** The type that a part of a query is for, as the schema names it; absent where the schema does not have it. */
function conditionOf(type: NamedTypeNode | undefined): NamedTypeNode | undefined {
  const known = type && (PROBED_TYPES[type.name.value] ?? type.name.value);
  return known !== undefined && SCHEMA.getType(known) ? namedType(known) : undefined;
}

/** The one operation, with fragments in place, in words of the schema. */
function translated(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): OperationDefinitionNode {
  const types = new TypeInfo(SCHEMA);
  return visit(
    operation,
    visitWithTypeInfo(types, {
      VariableDefinition: (node) => ({ ...node, type: namedType("Any"), directives: [] }),
      InlineFragment: (node) => ({ ...node, typeCondition: conditionOf(node.typeCondition) }),
      FragmentSpread(node) {
        const fragment = fragments.get(node.name.value);
        if (!fragment) return null;
        const { directives } = node;
        const typeCondition = conditionOf(fragment.typeCondition);
        const { selectionSet } = fragment;
        return { kind: Kind.INLINE_FRAGMENT, directives, typeCondition, selectionSet } as const;
      },
      Field(node): FieldNode | undefined {
        const parent = types.getParentType();
        if (!isObjectType(parent) || node.name.value === "__typename") return undefined;
        const isProbe = node.name.value === "__type" && parent === SCHEMA.getQueryType();
        if (!isProbe && types.getFieldDef()) return undefined;
        const alias = node.alias ?? node.name;
        if (isProbe) return { ...node, alias, name: name("typeInfo") };
        return { kind: Kind.FIELD, alias, name: name(ABSENT), directives: node.directives };
      },
    }),
  );
}

function parsed(text: string, maxTokens: number): DocumentNode {
  try {
    return parse(text, { maxTokens, noLocation: true });
  } catch (error) {
    if (error instanceof RangeError) throw new QueryRefused(overLimit(GRAPHQL_LIMITS.depth, null));
    throw error;
  }
}

/**
 * A query in words of the schema: fields that it lacks are read as null, parts for types that it lacks are asked of what is
 * there, and variables take whatever value comes. A client of a version that is not known yet then gets an answer in the form
 * it expects, instead of a refusal that ends a training. Throws `QueryRefused` before it computes what is over a limit.
 */
export function readQuery(text: string): ReadQuery {
  const known = remembered.get(text);
  if (known) return known.query;
  const { text: ofText, tokens } = GRAPHQL_LIMITS;
  if (text.length > ofText.most) throw new QueryRefused(overLimit(ofText, text.length));
  const sent = parsed(text, tokens.most);
  const fragments = new Map(sent.definitions.flatMap(fragmentEntry));
  const operation = sent.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new QueryRefused("A GraphQL query holds an operation; this one has none.");
  const weight = weighQuery(operation, fragments);
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [translated(operation, fragments)],
  };
  const query = { document, ...weight };
  // As a client sends it, a text is a part of its request's, which it would keep.
  if (text.length <= REMEMBERED_TEXT) {
    const own = Buffer.from(text, "utf16le").toString("utf16le");
    remembered.set(own, { text: own, query });
  }
  return query;
}
