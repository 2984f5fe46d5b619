import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createContext, createElement } from "react";
import ts from "typescript";
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

test("renders functions, fragments, lists, and numbers, and omits the values that React omits", () => {
  expect(
    toMarkup(
      <p>
        <Twice of={0} />
        <br />
      </p>,
    ),
  ).toBe("<p>0 0<br></p>");
});

test("refuses elements that need React itself", () => {
  const { Provider } = createContext(0);
  expect(() => toMarkup(<Provider value={1}>x</Provider>)).toThrow("a public page can't contain a");
});

test.each([
  [createElement("p", { style: { color: "red" } }), "can't have the property style"],
  [createElement("p", { onClick: () => undefined }), "can't have the property onClick"],
  [createElement("p", { title: { text: "x" } }), "title can't be a object"],
])("refuses a property that it would write wrongly (%#)", (element, reason) => {
  expect(() => toMarkup(element)).toThrow(reason);
});

/** Returns the properties that a file gives to HTML elements. */
function propertiesIn(file: string): string[] {
  const tree = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxAttribute(node) && /^[a-z]/.test(node.parent.parent.tagName.getText()))
      names.push(node.name.getText());
    node.forEachChild(visit);
  };
  visit(tree);
  return names;
}

test("writes every property of every view", () => {
  // The share image is drawn by another renderer.
  const views = readdirSync("lib/status-page", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".tsx") && !/\.test\.tsx$|share-image/.test(file),
  );
  const used = new Set(views.flatMap((file) => propertiesIn(path.join("lib/status-page", file))));
  expect(used.size).toBeGreaterThan(25);
  used.delete("dangerouslySetInnerHTML");
  for (const name of used) expect(() => toMarkup(createElement("p", { [name]: "x" })), name).not.toThrow();
});
