import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseColumnId } from "../../contracts/run-table-columns.ts";
import { isServiceError } from "../../errors.ts";
import { conditionIn, orderIn } from "./read-words.ts";

test.each([
  ["config.optim.lr <= 1e-3", { column: "param:optim.lr", op: "le", value: "1e-3" }],
  ["summary.loss < 2", { column: "metric:loss:last", op: "lt", value: "2" }],
  ["summary.eval/acc.max >= 0.5", { column: "metric:eval/acc:max", op: "ge", value: "0.5" }],
  ["summary.a < b.min == 3", { column: "metric:a:last", op: "lt", value: "b.min == 3" }],
  ["name has kl 0.04", { column: "run", op: "has", value: "kl 0.04" }],
  ['state = "finished"', { column: "state", op: "eq", value: "finished" }],
  ["config.beta exists", { column: "param:beta", op: "set", value: "" }],
  ["summary.odd name missing", { column: "metric:odd name:last", op: "unset", value: "" }],
  ["metric@tokens:loss:min > 1", { column: "metric@tokens:loss:min", op: "gt", value: "1" }],
])("%s is a condition", (text, condition) => {
  expect(conditionIn(text)).toEqual(condition);
});

test("an order is ascending, or descending with a minus in front", () => {
  expect([orderIn("-created"), orderIn("summary.loss.best")]).toEqual([
    { column: "launched", direction: "desc" },
    { column: "metric:loss:best", direction: "asc" },
  ]);
});

test("any text is a condition on a column that there is, or refused as invalid", () => {
  const word = fc.oneof(
    fc.constantFrom("config.", "summary.", "=", "<", "has", "exists", " ", "lr", ".min", "-", "constructor"),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const text = words.join(" ");
      let column: string;
      try {
        ({ column } = conditionIn(text));
      } catch (error) {
        expect(isServiceError(error) && error.code).toBe("invalid");
        return;
      }
      expect(parseColumnId(column)).not.toBeNull();
    }),
  );
});
