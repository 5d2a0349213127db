import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

const Name = ({ children }: { children: string }) => (
  <>
    {children}: <b title={children}>{[children]}</b>
  </>
);

test("a name or value is marked wherever a page shows it, in components too", () => {
  const markup = renderToStaticMarkup(<Name>{"x\u202ey\u200bz"}</Name>);
  expect(markup).toBe('x\\u{202e}y\\u{200b}z: <b title="x\\u{202e}y\\u{200b}z">x\\u{202e}y\\u{200b}z</b>');
});
