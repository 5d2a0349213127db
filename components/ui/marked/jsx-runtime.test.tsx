import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NonFiniteText } from "#components/charts/plot/non-finite-text.tsx";
import { RunTableCell } from "#components/run-table/cell.tsx";
import { TreeNodes } from "../drawn-tree.tsx";
import { MaskedText } from "../marks/masked-text.tsx";
import { MiddleCut } from "../tables/middle-cut.tsx";

const Name = ({ children }: { children: string }) => (
  <>
    {children}: <b title={children}>{[children]}</b>
  </>
);

test("a name or value is marked wherever a page shows it, in components too", () => {
  const markup = renderToStaticMarkup(<Name>{"x\u202ey\u200bz"}</Name>);
  expect(markup).toBe('x\\u{202e}y\\u{200b}z: <b title="x\\u{202e}y\\u{200b}z">x\\u{202e}y\\u{200b}z</b>');
});

test.each([
  ["a value or note", () => <MaskedText text={"x\u202ey"} />],
  ["what is masked in part", () => <MaskedText text={"x\u202ey key=***"} />],
  ["a short name", () => <MiddleCut>{"x\u202ey"}</MiddleCut>],
  ["a long name", () => <MiddleCut>{`x\u202ey${"z".repeat(60)}`}</MiddleCut>],
  ["a sample", () => <NonFiniteText text={"x\u202ey"} />],
  ["a parameter", () => <RunTableCell column="param:name" cell={{ kind: "param", value: "x\u202ey" }} />],
  [
    "drawn Markdown",
    () => (
      <TreeNodes
        nodes={["x\u202ey", { tag: "b", attributes: { title: "x\u202ey" }, children: ["x\u202ey"] }]}
      />
    ),
  ],
])("%s is marked where its component draws it", (_what, drawn) => {
  const markup = renderToStaticMarkup(drawn());
  expect(markup).toContain("x\\u{202e}y");
  expect(markup).not.toContain("\u202e");
});

test("no component returns a text as it was given, because only what stands in an element is marked", () => {
  const root = join(import.meta.dirname, "..", "..");
  const bare = readdirSync(root, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".tsx") && !file.includes(".test."))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return Array.from(text.matchAll(/^(?:export )?function ([A-Z]\w*)\(\{([^}]*)\}[\s\S]*?^\}/gm)).flatMap(
        ([body, name, given]) => {
          const names = new Set(given.match(/\w+(?=\s*(?:,|=|$))/g));
          return Array.from(body.matchAll(/\breturn (\w+);/g))
            .filter(([, returned]) => names.has(returned) && returned !== "children")
            .map(([, returned]) => `${file}: ${name} returns ${returned}`);
        },
      );
    });
  expect(bare).toEqual([]);
});
