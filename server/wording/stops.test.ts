import { expect, test } from "vitest";
import { stopSignals } from "./stops.ts";

test("a stop names the signals in the order in which they are sent", () => {
  expect(stopSignals(null)).toBe("SIGINT first, then SIGTERM, then SIGKILL");
  expect(stopSignals({ signal: "SIGTERM", graceSeconds: 20 })).toMatch(
    /^SIGTERM first, after 20\ss SIGKILL$/,
  );
  expect(stopSignals({ signal: "SIGINT", graceSeconds: 5 })).toMatch(
    /^SIGINT first, after 5(?:\.0)?\ss SIGTERM, then SIGKILL$/,
  );
});
