import { expect, test } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { openapiDocument } from "@/lib/contract/reference/openapi";
import { RouteTable } from "./route-table";

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly schema?: { readonly type?: string };
}

/** Every query field of the reference that is a list, with the path of its endpoint. */
const lists = Object.entries(openapiDocument("http://localhost:3000", "all").paths).flatMap(
  ([path, methods]) =>
    ((methods.get as { parameters?: Parameter[] } | undefined)?.parameters ?? [])
      .filter((parameter) => parameter.in === "query" && parameter.schema?.type === "array")
      .map(({ name = "" }) => [path, name] as const),
);

test("the reference has lists in queries", () => {
  expect(lists).toContainEqual(["/apps/{app}/integrations", "name"]);
  expect(lists.length).toBeGreaterThan(20);
});

test.each(lists)("GET %s accepts %s repeatedly, as the reference says", (path, name) => {
  const { route } = new RouteTable(endpoints).match("GET", `/api${path.replace(/\{\w+\}/g, "1")}`);
  expect(route?.repeatable.has(name)).toBe(true);
});
