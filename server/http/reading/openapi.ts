import { z } from "zod";
import { READ_BASE, READ_ROUTES, type ReadRoute } from "./routes.ts";

const ErrorAnswer = z.object({
  error: z.string().describe("a code"),
  message: z.string().describe("what happened and what to do"),
});

type Schema = Record<string, unknown>;

const schemaOf = (type: z.ZodType, io: "input" | "output"): Schema => {
  const { $schema: _version, ...schema } = z.toJSONSchema(type, { io });
  return schema;
};

function parametersOf({ path, query }: ReadRoute): Schema[] {
  const { properties = {}, required = [] } = schemaOf(query, "input") as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    })),
    ...Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: "query",
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema,
      ...(schema.type === "array" && { style: "form", explode: true }),
    })),
  ];
}

const contentOf = ({ answer, bytes }: ReadRoute): Schema =>
  answer
    ? { "application/json": { schema: schemaOf(answer, "output") } }
    : { [bytes?.type ?? "application/octet-stream"]: { schema: { type: "string", format: "binary" } } };

/** The description of what scripts read, made from the schemas that the server reads and answers by. OpenAPI 3.1. */
export function openApi(): Schema {
  return {
    openapi: "3.1.0",
    info: {
      title: "Ablab, reading",
      version: "1",
      description:
        "Runs with their numbers, completions, evaluations and files. Times are ms since the epoch. Answers with a status of 400 or more say what happened in `message`.",
    },
    servers: [{ url: READ_BASE }],
    security: [{ key: [] }],
    paths: Object.fromEntries(
      READ_ROUTES.map((route) => [
        route.path,
        {
          get: {
            summary: route.says,
            parameters: parametersOf(route),
            responses: {
              200: { description: route.bytes?.says ?? route.says, content: contentOf(route) },
              default: {
                description: "Refused",
                content: { "application/json": { schema: schemaOf(ErrorAnswer, "output") } },
              },
            },
          },
        },
      ]),
    ),
    components: {
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          description: "A key that reads: npx ablab token new NAME --access read",
        },
      },
    },
  };
}
