import { expect, test } from "vitest";
import { endpoints } from "@/lib/contract/endpoints";
import { routes } from "./routes";

test("every route the dashboard calls is the contract's, by method and path", () => {
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  expect(Object.keys(routes).length).toBeGreaterThan(40);
  for (const [name, route] of Object.entries(routes)) {
    expect(route.id).toBe(name);
    expect({ id: name, method: byId.get(name)?.method, path: byId.get(name)?.path }).toEqual({
      id: name,
      method: route.method,
      path: route.path,
    });
  }
});
