import {
  defaultFieldResolver,
  execute,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFieldResolver,
} from "graphql";
import { overLimit } from "../../contracts/limits/limit.ts";
import { GRAPHQL_LIMITS } from "../../contracts/limits/wandb.ts";
import { readQuery, type ReadQuery } from "./read-query.ts";
import { SCHEMA } from "./schema.ts";
import { longestList, QueryRefused } from "./weigh-query.ts";

/** The names of the operations of a document, as resolvers answer them: Query and Mutation together. */
export type Resolvers = Readonly<Record<string, (given: Readonly<Record<string, unknown>>) => unknown>>;

type Variables = Readonly<Record<string, unknown>>;

/** A query that may be executed with these variables: what its result can cost is known before it is computed. */
function accepted(text: string, variables: Variables): ReadQuery {
  const query = readQuery(text);
  const cost = query.cost + query.costPerEntry * Math.max(1, query.longestList, longestList(variables));
  if (cost > GRAPHQL_LIMITS.cost.most) throw new QueryRefused(overLimit(GRAPHQL_LIMITS.cost, cost));
  return query;
}

const sentenceOf = (error: unknown): string => {
  if (error instanceof RangeError) return "This query is nested too deeply.";
  return (error as Error).message.slice(0, 500);
};

export const refusedQuery = (message: string) => ({ data: null, errors: [{ message }] });

/** Resolves a field and counts its text, so that a result of few fields with long texts ends at a limit too. */
function countingResolver(): GraphQLFieldResolver<unknown, unknown> {
  const { result } = GRAPHQL_LIMITS;
  let room: number = result.most;
  return (...asked) => {
    if (room < 0) throw new QueryRefused(overLimit(result, null));
    const value: unknown = defaultFieldResolver(...asked);
    if (typeof value === "string" && (room -= value.length) < 0)
      throw new QueryRefused(overLimit(result, null));
    return value;
  };
}

/**
 * Answers a question of the client, at once but where runs are searched. A question that cannot be read, or is over a limit, is
 * answered in words, as GraphQL has it; what a resolver throws is thrown, so that the client sends the same again.
 */
export function ask(text: string, variables: Variables, resolvers: Resolvers): Answer | Promise<Answer> {
  let query: ReadQuery;
  try {
    query = accepted(text, variables);
  } catch (error) {
    return refusedQuery(sentenceOf(error));
  }
  const found = execute({
    schema: SCHEMA,
    document: query.document,
    variableValues: variables,
    rootValue: resolvers,
    fieldResolver: countingResolver(),
  });
  return found instanceof Promise ? found.then(answerOf) : answerOf(found);
}

interface Answer {
  data: unknown;
  errors?: { message: string }[];
}

function answerOf({ data, errors }: ExecutionResult): Answer {
  const thrown = errors
    ?.map(({ originalError }) => originalError)
    .find((e) => e && !(e instanceof GraphQLError));
  if (thrown?.name === "QueryRefused") return refusedQuery(thrown.message);
  if (thrown) throw thrown;
  return { data: data ?? null, ...(errors && { errors: errors.map(({ message }) => ({ message })) }) };
}
