import { fireEvent, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect } from "vitest";
import type * as z from "zod";
import { type Options, renderScreen } from "./render";

/** A choice with more options, such as the time zone, changes nothing else in a form. */
const MOST_OPTIONS = 40;

const NAMES = "label, legend, h2, button, [aria-label], [role=menuitem]";

function shownNames(): string[] {
  return [...document.querySelectorAll(NAMES)].map((each) =>
    (each.getAttribute("aria-label") ?? each.textContent ?? "").trim().toLowerCase(),
  );
}

/** Returns the names of all controls that a screen shows, with each choice made in it once. */
export async function namesOn(ui: ReactNode, options: Options): Promise<Set<string>> {
  const { unmount, client } = renderScreen(ui, options);
  const isLoaded = () => {
    expect(client.isFetching()).toBe(0);
    expect(document.body.textContent).not.toContain("Loading…");
  };
  await waitFor(isLoaded);
  const names = new Set(shownNames());
  let text = "";
  const look = () => {
    const now = document.body.textContent;
    if (now === text) return;
    text = now;
    for (const name of shownNames()) names.add(name);
  };
  for (const opener of document.querySelectorAll("[aria-haspopup=menu], [aria-expanded=false]")) {
    fireEvent.click(opener);
    look();
  }
  for (const box of document.querySelectorAll("input[type=radio]:not(:checked)")) {
    if (box.closest("fieldset[disabled]")) continue;
    fireEvent.click(box);
    look();
  }
  const known = new Set<string>();
  // A choice may show further choices, each of which is made as soon as it appears.
  const chooseAll = () => {
    for (const select of document.getElementsByTagName("select")) {
      const values = [...select.options].map(({ value }) => value);
      const name = `${select.getAttribute("aria-label") ?? select.labels[0]?.textContent}: ${values}`;
      if (values.length > MOST_OPTIONS || known.has(name)) continue;
      known.add(name);
      for (const value of values) {
        fireEvent.change(select, { target: { value } });
        look();
        chooseAll();
      }
    }
  };
  chooseAll();
  unmount();
  return names;
}

type Schema = z.core.JSONSchema.BaseSchema;

/** Returns path and title of every leaf of a body: a field that isn't an object or a list of objects. */
export function leavesOf(
  schema: Schema,
  path: readonly string[] = [],
  title = "",
): [path: string, title: string][] {
  const own = schema.title ?? title;
  const forms = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Schema[] | undefined;
  if (forms) return forms.flatMap((form) => leavesOf(form, path, own));
  if (schema.properties)
    return Object.entries(schema.properties as Record<string, Schema>).flatMap(([name, field]) =>
      leavesOf(field, [...path, name]),
    );
  const items = schema.items as Schema | undefined;
  if (items && (items.properties ?? items.anyOf ?? items.oneOf)) return leavesOf(items, [...path, "*"], own);
  return schema.type === "null" || schema.type === "object" ? [] : [[path.join("."), own]];
}
