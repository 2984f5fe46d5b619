import { createContext } from "react";
import { expect, test } from "vitest";
import { toMarkup } from "./markup";

const Twice = ({ of }: { of: number }) => (
  <>
    {of} {[of * 2].map((each) => each)}
    {false}
    {null}
  </>
);

test("escapes text and attributes", () => {
  const text = `<b>"Tom" & 'Jerry'`;
  expect(toMarkup(<p title={text}>{text}</p>)).toBe(
    `<p title="&lt;b&gt;&quot;Tom&quot; &amp; 'Jerry'">&lt;b&gt;&quot;Tom&quot; &amp; 'Jerry'</p>`,
  );
});

test("writes attributes as HTML names them", () => {
  expect(
    toMarkup(
      <label className="o" htmlFor="a" aria-hidden={false}>
        <input type="checkbox" id="a" maxLength={9} required hidden={false} defaultChecked defaultValue="1" />
      </label>,
    ),
  ).toBe(
    '<label class="o" for="a" aria-hidden="false"><input type="checkbox" id="a" maxlength="9" required="" checked="" value="1"></label>',
  );
});

test("renders functions, fragments, lists, and numbers, and nothing for what React omits", () => {
  expect(
    toMarkup(
      <svg viewBox="0 0 1 1" aria-hidden="true">
        <Twice of={0} />
        <path d="M0 1" />
      </svg>,
    ),
  ).toBe('<svg viewBox="0 0 1 1" aria-hidden="true">0 0<path d="M0 1"/></svg>');
});

test("refuses what needs React itself", () => {
  const { Provider } = createContext(0);
  expect(() => toMarkup(<Provider value={1}>x</Provider>)).toThrow("a public page can't contain a");
});
