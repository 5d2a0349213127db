import {
  executeSync,
  GraphQLError,
  isObjectType,
  Kind,
  MaxIntrospectionDepthRule,
  NoFragmentCyclesRule,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type NamedTypeNode,
} from "graphql";
import { ABSENT, SCHEMA } from "./schema.ts";

/** Larger documents and deeper ones are nobody's; the client's own are below 1,000 tokens and 10 levels. */
const MOST_TOKENS = 5000;
const MOST_DEPTH = 20;
/** Documents that were read before; a client has some forty. */
const MOST_REMEMBERED = 300;

const remembered = new Map<string, DocumentNode>();

function tooDeep(document: DocumentNode): boolean {
  let depth = 0;
  let deepest = 0;
  visit(document, {
    SelectionSet: {
      enter: () => void (deepest = Math.max(deepest, ++depth)),
      leave: () => void (depth -= 1),
    },
  });
  return deepest > MOST_DEPTH;
}

const isKnown = (type: NamedTypeNode | undefined): boolean =>
  type === undefined || SCHEMA.getType(type.name.value) !== undefined;

const fragmentEntry = (node: DefinitionNode): [string, FragmentDefinitionNode][] =>
  node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [];

/**
 * A document in words of the schema: fields that it lacks are read as null, parts for types that it lacks are asked of what is
 * there, and variables take whatever value comes. A client
 * of a version that is not known yet then gets an answer in the form it expects, instead of a refusal that ends a training.
 */
function readable(query: string): DocumentNode {
  const known = remembered.get(query);
  if (known) return known;
  const sent = parse(query, { maxTokens: MOST_TOKENS, noLocation: true });
  if (tooDeep(sent)) throw new Error(`A question has at most ${MOST_DEPTH} levels.`);
  const [tooMuch] = validate(SCHEMA, sent, [MaxIntrospectionDepthRule, NoFragmentCyclesRule]);
  if (tooMuch) throw tooMuch;
  const fragments = new Map(sent.definitions.flatMap(fragmentEntry));
  const types = new TypeInfo(SCHEMA);
  const document = visit(
    sent,
    visitWithTypeInfo(types, {
      VariableDefinition: (node) => ({
        ...node,
        type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: "Any" } },
        directives: [],
      }),
      InlineFragment: (node) =>
        isKnown(node.typeCondition) ? undefined : { ...node, typeCondition: undefined },
      FragmentSpread(node) {
        const fragment = fragments.get(node.name.value);
        if (!fragment || isKnown(fragment.typeCondition)) return undefined;
        const { directives } = node;
        return { kind: Kind.INLINE_FRAGMENT, directives, selectionSet: fragment.selectionSet } as const;
      },
      Field(node): FieldNode | undefined {
        const parent = types.getParentType();
        if (!isObjectType(parent)) return undefined;
        if (node.name.value.startsWith("__") || types.getFieldDef()) return undefined;
        return {
          kind: Kind.FIELD,
          alias: node.alias ?? node.name,
          name: { kind: Kind.NAME, value: ABSENT },
          directives: node.directives,
        };
      },
    }),
  );
  if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value ?? "");
  remembered.set(query, document);
  return document;
}

/** The names of the operations of a document, as resolvers answer them: Query and Mutation together. */
export type Resolvers = Readonly<Record<string, (given: Readonly<Record<string, unknown>>) => unknown>>;

/**
 * Answers a question of the client. A question that cannot be read is answered in words, as GraphQL has it; what a resolver
 * throws is thrown, so that the client sends the same again.
 */
export function ask(query: string, variables: Readonly<Record<string, unknown>>, resolvers: Resolvers) {
  let document: DocumentNode;
  try {
    document = readable(query);
  } catch (error) {
    return { data: null, errors: [{ message: (error as Error).message }] };
  }
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const { data, errors } = executeSync({
    schema: SCHEMA,
    document,
    variableValues: variables,
    rootValue: resolvers,
    ...(operation?.kind === Kind.OPERATION_DEFINITION && { operationName: operation.name?.value }),
  });
  const thrown = errors
    ?.map(({ originalError }) => originalError)
    .find((e) => e && !(e instanceof GraphQLError));
  if (thrown) throw thrown;
  return { data: data ?? null, ...(errors && { errors: errors.map(({ message }) => ({ message })) }) };
}
