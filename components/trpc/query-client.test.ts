import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "./provider.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("on the server no timer holds what a page was rendered from after it was sent", async () => {
  const queryClient = makeQueryClient();
  await queryClient.prefetchQuery({ queryKey: ["runs"], queryFn: () => Promise.resolve("x".repeat(1000)) });
  expect(queryClient.getQueryData(["runs"])).toHaveLength(1000);
  expect(vi.getTimerCount()).toBe(0);
});
