import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { endpoints } from "@/lib/contract/endpoints";
import { openapiDocument, publicEndpoints } from "@/lib/contract/reference/openapi";
import { handlerTable } from "@/lib/http/handlers";
import { makeKey, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";

const accounts = useAccounts();
let powerless: string;
const reference = openapiDocument("http://localhost:3000");

beforeAll(async () => {
  powerless = await makeKey(
    "project",
    { organizationId: accounts.organizationId, projectId: accounts.projects.app },
    "none",
    "none",
  );
});

const writeKeyFor = ({ scope }: { scope: string }) =>
  scope === "organization" ? accounts.orgWrite : accounts.prjWrite;

/** Returns the path with IDs that do not exist. Names are kept. */
function filled(path: string): string {
  return path
    .replace("{app}", "outgoing_webhook")
    .replace("{token}", "a-token-that-nobody-ever-made")
    .replace(/\{(probeId|testIncidentId)\}/, "00000000-0000-4000-8000-000000000000")
    .replace(/\{\w+\}/g, "999999999");
}

const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const guarded = named.filter(([, endpoint]) => endpoint.scope !== "public");
const keyed = guarded.filter(
  ([, endpoint]) => endpoint.scope === "project" || endpoint.scope === "organization",
);

test("IDs and paths are unique, and every endpoint has a handler", () => {
  expect(new Set(endpoints.map((endpoint) => endpoint.id)).size).toBe(endpoints.length);
  expect(new Set(named.map(([name]) => name)).size).toBe(endpoints.length);
  expect(Object.keys(handlerTable).sort()).toEqual(endpoints.map((endpoint) => endpoint.id).sort());
});

test("the OpenAPI document contains exactly the public API", () => {
  const { paths } = reference;
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.sort()).toEqual(
    publicEndpoints()
      .map((one) => `${one.method} ${one.path}`)
      .sort(),
  );
  expect(
    documented.some((one) => /session|\/keys|\/runner\/|setup|account|members|invitations/.test(one)),
  ).toBe(false);
});

describe("credentials and records", () => {
  test.each(guarded)("%s without a token is 401", async (_, endpoint) => {
    const answer = await api(undefined).call(endpoint.method, filled(endpoint.path));
    expect(answer.status).toBe(401);
    expect(answer.headers["WWW-Authenticate"]).toBe("Bearer");
    if (endpoint.scope !== "runner") expect(answer.body).toEqual({ message: "Unauthenticated." });
  });

  test.each(keyed.filter(([, endpoint]) => endpoint.permission))(
    "%s without its permission is 403 naming it",
    async (_, endpoint) => {
      const answer = await api(powerless).call(endpoint.method, filled(endpoint.path));
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({ message: `This action needs the ${endpoint.permission} permission.` });
    },
  );

  test.each(keyed.filter(([, endpoint]) => endpoint.permission?.endsWith(":write")))(
    "%s with a read key is 403 naming the permission",
    async (_, endpoint) => {
      const key = endpoint.scope === "organization" ? accounts.orgRead : accounts.prjRead;
      const answer = await api(key).call(endpoint.method, filled(endpoint.path));
      expect(answer.body).toEqual({ message: `This action needs the ${endpoint.permission} permission.` });
    },
  );

  test.each(keyed.filter(([, endpoint]) => /Id\}/.test(endpoint.path)))(
    "%s of a missing record is 404",
    async (_, endpoint) => {
      const answer = await api(writeKeyFor(endpoint)).call(
        endpoint.method,
        filled(endpoint.path),
        bodyFor(endpoint.id),
      );
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ message: "Record not found." });
    },
  );
});

test.each(keyed.filter(([, endpoint]) => /Id\}/.test(endpoint.path)))(
  "%s with an invalid ID is 404",
  async (_, endpoint) => {
    for (const id of [
      "abc",
      "-1",
      "0",
      "1e3",
      "0x10",
      "9007199254740992",
      "9223372036854775808",
      "1.5",
      "%20 1",
      "٣",
      "%00",
      "1".repeat(400),
    ]) {
      const path = endpoint.path.replace("{app}", "outgoing_webhook").replace(/\{\w+\}/g, id);
      const answer = await api(writeKeyFor(endpoint)).call(endpoint.method, path, bodyFor(endpoint.id));
      expect([id, answer.status, answer.body]).toEqual([id, 404, { message: "Record not found." }]);
    }
  },
);

/** Returns the documented example of a body: a missing record must be 404 for an otherwise valid request. */
function bodyFor(id: string): unknown {
  for (const item of Object.values(reference.paths)) {
    for (const operation of Object.values(item)) {
      if (operation.operationId !== id) continue;
      const body = operation.requestBody as { content: Record<string, { example: unknown }> } | undefined;
      return body?.content["application/json"]?.example;
    }
  }
  return undefined;
}

describe("examples of the document", () => {
  const withBody = publicEndpoints().filter((endpoint) => endpoint.body);
  test.each(withBody.map((endpoint) => [endpoint.id, endpoint] as const))(
    "the body of %s passes its schema",
    (id, endpoint) => {
      const parsed = (endpoint.body ?? z.never()).safeParse(bodyFor(id));
      expect(parsed.error?.issues ?? []).toEqual([]);
    },
  );

  const withAnswer = publicEndpoints().filter(
    (endpoint) => endpoint.response && !endpoint.raw && !endpoint.list,
  );
  test.each(withAnswer.map((endpoint) => [endpoint.id, endpoint] as const))(
    "the response of %s passes its schema",
    (id, endpoint) => {
      const operation = reference.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as {
        operationId: string;
        responses: Record<string, { content: Record<string, { example: unknown }> }>;
      };
      expect(operation.operationId).toBe(id);
      const example = operation.responses[endpoint.status]?.content["application/json"]?.example;
      expect(endpoint.response?.safeParse(example).error?.issues ?? []).toEqual([]);
    },
  );
});
