import { expect, test } from "vitest";
import { embedCodes } from "./embed-codes";

test("a page's name can't end an attribute or a link", () => {
  const codes = embedCodes({ name: `A"><b>](x)`, url: "https://status.example.com" }).map(({ code }) => code);
  expect(codes[0]).toBe(
    `[![A"><b>(x) status](https://status.example.com/badge.svg)](https://status.example.com)`,
  );
  expect(codes[1]).toContain('alt="A&#34;&#62;&#60;b&#62;](x) status"');
  expect(codes[2]).toContain('src="https://status.example.com/embed"');
  expect(codes[3]).toBe('<script src="https://status.example.com/embed.js" async></script>');
});
