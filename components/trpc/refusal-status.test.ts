import { TRPCError } from "@trpc/server";
import { expect, test } from "vitest";
import { isMissing, refusalStatus } from "./refusal-status.ts";
import { makeQueryClient } from "./query-client.ts";

const refused = (fields: string[]) =>
  new TRPCError({
    code: "BAD_REQUEST",
    cause: Object.assign(new Error("x"), { issues: fields.map((field) => ({ path: field.split(".") })) }),
  });
const inBrowser = (httpStatus: number, field: string | null = null) =>
  Object.assign(new Error("x"), { data: { httpStatus, field } });

test.each([
  ["a thing that is not there", new TRPCError({ code: "NOT_FOUND" }), 404, true],
  ["an id that can be none", refused(["id"]), 400, true],
  ["an id that can be none, of an evaluation", refused(["evaluationId"]), 400, true],
  ["another field", refused(["level"]), 400, false],
  ["an id and another field", refused(["id", "level"]), 400, false],
  ["a list of ids", refused(["ids.0"]), 400, false],
  ["a refusal of the service", new TRPCError({ code: "BAD_REQUEST" }), 400, false],
  ["a failure", new TRPCError({ code: "INTERNAL_SERVER_ERROR" }), null, false],
  ["no error", null, null, false],
  ["a thing that is not there, in a browser", inBrowser(404), 404, true],
  ["an id that can be none, in a browser", inBrowser(400, "id"), 400, true],
  ["another field, in a browser", inBrowser(400, "level"), 400, false],
])("%s", (_what, error, status, missing) => {
  expect([refusalStatus(error), isMissing(error)]).toEqual([status, missing]);
});

test.each([
  ["the server's process", new TRPCError({ code: "NOT_FOUND" })],
  ["a browser", inBrowser(404)],
])("what is not there is asked for once in %s", async (_where, error) => {
  let asked = 0;
  const queryFn = () => {
    asked++;
    return Promise.reject(error);
  };
  await makeQueryClient().prefetchQuery({ queryKey: ["x"], queryFn });
  expect(asked).toBe(1);
});
