import { describe, expect, test } from "vitest";
import { growthOfSteps } from "../../../workers/math/testing/count-steps.ts";
import { GRAPHQL_LIMITS } from "../../contracts/limits/wandb.ts";
import { request } from "../testing.ts";
import { world } from "./testing.ts";

const many = (n: number, write: (i: number) => string) => Array.from({ length: n }, (_, i) => write(i));

interface Answered {
  data: Record<string, unknown> | null;
  errors?: { message: string }[];
}

const asked = (query: string, variables: object = {}) => world().ask(query, variables) as unknown as Answered;
const isRefused = ({ data, errors }: Answered) => data === null && errors?.length === 1;

describe("a query", () => {
  const doubling = (levels: number, on: string) =>
    many(levels, (i) => `fragment F${i} on ${on}{a...F${i + 1} ...F${i + 1}}`).join(" ");

  test.each([
    [
      "of introspection by aliases",
      `fragment I on __Type{${many(100, (i) => `b${i}:fields{name}`).join(" ")}}{__schema{types{${many(100, (i) => `c${i}:fields{type{...I}}`).join(" ")}}}}`,
    ],
    ["of the schema", "{__schema{queryType{name}}}"],
    ["of many aliases", `{${many(60, (i) => `a${i}:viewer{id}`).join(" ")}}`],
    ["of probes in probes", `{${many(40, (i) => `a${i}:__type(name:"Run"){fields{args{name}}}`).join(" ")}}`],
    ["of many runs", `{project(name:"p"){${many(40, (i) => `a${i}:run(name:"r${i}"){id}`).join(" ")}}}`],
    ["of one text many times", `{project{run(name:"r"){${many(40, (i) => `a${i}:config`).join(" ")}}}}`],
    [
      "of many changes",
      `mutation{${many(40, (i) => `a${i}:upsertBucket(input:{name:"r${i}"}){inserted}`).join(" ")}}`,
    ],
    ["whose fragments double", `{viewer{...F0}} ${doubling(15, "User")} fragment F15 on User{id}`],
    ["whose unknown fragments double", `{viewer{...F0}} ${doubling(15, "Other")} fragment F15 on Other{id}`],
    ["whose fragments are a circle", "{viewer{...A}} fragment A on User{...B} fragment B on User{...A}"],
    ["whose fragment holds itself", "{viewer{...A}} fragment A on User{id ...A}"],
    ["that is a long text", `{viewer{id(a:"${"A".repeat(100_000)}")}}`],
    [
      "of a list in its text, many times its fields",
      `mutation{createRunFiles(input:{files:[${many(2000, (i) => `"${i}"`).join(" ")}]}){files{${many(1500, (i) => `f${i}`).join(" ")}}}}`,
    ],
    ["that is nothing but a fragment", "fragment A on User{id}"],
    ["of fragments inside each other", `{${"...{".repeat(1000)}viewer{id}${"}".repeat(1000)}}`],
    ["of lists inside each other", `{viewer(a:${"[".repeat(2400)}${"]".repeat(2400)}){id}}`],
  ])("%s is refused", (_, query) => {
    const it = world();
    it.begin();
    expect(isRefused(it.ask(query) as unknown as Answered)).toBe(true);
    expect([...it.verbs.runs.keys()]).toEqual(["drive/seed0"]);
  });

  test("is refused by the variables that its result grows with", () => {
    const query =
      "mutation($input:Any){createRunFiles(input:$input){files{name uploadUrl a b c d e f g h i j k l m n o p q r s t u v w x y z}}}";
    const withFiles = (n: number) => asked(query, { input: { files: many(n, String) } });
    expect(isRefused(withFiles(2000))).toBe(false);
    expect(isRefused(withFiles(GRAPHQL_LIMITS.list.most))).toBe(true);
    expect(isRefused(asked("{viewer{id}}", { a: many(GRAPHQL_LIMITS.list.most + 1, String) }))).toBe(true);
  });

  test("may place as many files at once as a client sends", () => {
    const query =
      "mutation($input:Any){createArtifactFiles(input:$input){files{edges{node{id name displayName uploadUrl uploadHeaders storagePath artifact{id} uploadMultipartUrls{uploadID}}}}}}";
    const artifactFiles = many(GRAPHQL_LIMITS.list.most, (i) => `f${i}`).map((name) => ({ name }));
    const { data } = asked(query, { input: { artifactFiles } }) as {
      data: { createArtifactFiles: { files: { edges: unknown[] } } };
    };
    expect(data.createArtifactFiles.files.edges).toHaveLength(GRAPHQL_LIMITS.list.most);
  });

  test("whose texts together are more than a result has is refused, though its fields are few", () => {
    const it = world();
    it.begin();
    it.verbs.describe(it.run().id, { config: { long: "x".repeat(9 * 1024 * 1024) } });
    const texts = (n: number) =>
      `{project(name:"drive"){run(name:"seed0"){${many(n, (i) => `a${i}:config`).join(" ")}}}}`;
    expect(isRefused(it.ask(texts(3)) as unknown as Answered)).toBe(false);
    expect(isRefused(it.ask(texts(4)) as unknown as Answered)).toBe(true);
  });

  test("costs as much to refuse as it is long, however its fragments multiply", () => {
    const growth = growthOfSteps(40, (n) => {
      const it = world();
      const fragments = many(n, (i) => `fragment F${i} on User{...F${(i + 1) % n} ...F${(i + 2) % n}}`);
      const query = `{viewer{...F0}} ${fragments.join(" ")}`;
      return () => it.ask(query);
    });
    expect(growth).toBeLessThan(9);
  });
});

test("a body of more values than variables have is refused unread", () => {
  const it = world();
  const body = JSON.stringify({
    query: "{viewer{id}}",
    variables: { a: many(GRAPHQL_LIMITS.values.most, String) },
  });
  const { body: answer } = it.take(request("POST", "/graphql", body, it.headers));
  expect(isRefused(JSON.parse(String(answer)) as Answered)).toBe(true);
});

describe("a probe of a type", () => {
  test.each([
    'query P{T:__type(name:"Mutation"){...fieldData}} fragment fieldData on __Type{fields{name}}',
    'query P{T:__type(name:"Run"){name kind fields{name args{name}} inputFields{name}}}',
  ])("is answered from a table: %s", (query) => {
    const { data } = asked(query);
    const { fields } = (data as Record<string, { fields: { name: string }[] }>).T;
    expect(fields.length).toBeGreaterThan(15);
    expect(fields.map(({ name }) => name)).not.toContain("absent");
  });

  test("without an alias, and of a type that is not known, is answered as it is asked", () => {
    expect(asked('{__type(name:"LaunchAgent"){name}}').data).toEqual({ __type: null });
    expect(asked('{__type(name:"AddAliasesInput"){name inputFields{name}}}').data).toEqual({
      __type: { name: "AddAliasesInput", inputFields: [{ name: "aliases" }] },
    });
  });
});
