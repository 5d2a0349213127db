import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { QueryState } from "./query-state.tsx";

function shown(httpStatus: number, data?: string, isPage?: boolean): string {
  const error = Object.assign(new Error("search has at most 200 characters."), { data: { httpStatus } });
  const query = { data, error, isPending: false, refetch: () => null };
  return renderToStaticMarkup(
    <QueryState query={query} what="the runs" isPage={isPage}>
      {(text: string) => text}
    </QueryState>,
  );
}

test("what the server cannot read now is asked for again by a press", () => {
  expect(shown(503)).toContain("Try again");
  expect(shown(503, "the last answer")).toContain("Try again");
});

test("a question that is refused is not asked again: it says what is wrong and where a way out is", () => {
  expect(shown(400)).toContain("search has at most 200 characters.");
  expect(shown(400)).toContain("open the page from the menu");
  for (const status of [400, 404]) {
    expect(shown(status)).not.toContain("Try again");
    expect(shown(status, "the last answer")).not.toContain("Try again");
  }
});

test("a refusal does not comfort about trainings, and what is missing is not said to be elsewhere twice", () => {
  expect(shown(400)).not.toContain("Trainings go on");
  expect(shown(503)).toContain("Trainings go on");
  expect(shown(404)).not.toContain("another data directory");
});

test("a request that got no answer is told in the words of no browser", () => {
  const error = Object.assign(new Error("Failed to fetch"), { cause: new TypeError("Failed to fetch") });
  const query = { data: "the last answer", error, isPending: false, refetch: () => null };
  const html = renderToStaticMarkup(
    <QueryState query={query} what="the run">
      {(text: string) => text}
    </QueryState>,
  );
  expect(html).toContain("The server does not answer.");
  expect(html).not.toContain("Failed to fetch");
});

test("a page whose answer never came is called by what went wrong, a part of a page is not", () => {
  expect(shown(404, undefined, true)).toContain("<h1>There is nothing here</h1>");
  expect(shown(404)).toContain("<h2>There is nothing here</h2>");
});
