import { describe, expect, test } from "vitest";
import * as z from "zod";
import { APP_IDS, App } from "@/lib/contract/apps/app-id";
import { endpoints } from "@/lib/contract/endpoints";
import { Assertion } from "@/lib/contract/monitors/assertions";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { PROTOCOL_NAMES } from "@/lib/contract/protocols/lookup";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { ApiError } from "./errors";
import { parseWhole } from "./issues";

function errorsOf(schema: z.ZodType, value: unknown): Record<string, string[]> {
  try {
    parseWhole(schema, value);
  } catch (error) {
    if (error instanceof ApiError && error.errors) return error.errors;
    throw error;
  }
  return {};
}

const PROTOCOLS = PROTOCOL_NAMES.join(", ");
const monitor = {
  name: "Shop",
  regions: ["eu-deu-fra"],
  protocol: "http",
  request: { method: "GET", url: "https://example.com" },
};

describe("a union error names the discriminator, its allowed values, and the received value", () => {
  test.each([
    ["ftp", `protocol must be one of ${PROTOCOLS}; got "ftp".`],
    [7, `protocol must be one of ${PROTOCOLS}; got 7.`],
    [null, `protocol must be one of ${PROTOCOLS}; got null.`],
    [{}, `protocol must be one of ${PROTOCOLS}; got an object.`],
    [undefined, `protocol is required and must be one of ${PROTOCOLS}.`],
  ])("protocol %j", (protocol, text) => {
    expect(errorsOf(CreateMonitor, { ...monitor, protocol })).toEqual({ protocol: [text] });
  });

  test("reports errors that all members of the union share", () => {
    expect(Object.keys(errorsOf(CreateMonitor, {}))).toEqual(["protocol", "request", "name", "regions"]);
    const wrong = { ...monitor, protocol: "ftp", name: "x", request: {} };
    expect(Object.keys(errorsOf(CreateMonitor, wrong))).toEqual(["protocol", "name"]);
  });

  test("includes the whole path of an assertion type", () => {
    expect(errorsOf(CreateMonitor, { ...monitor, success_assertions: [{ type: "cookie" }] })).toEqual({
      "success_assertions.0.type": [
        'success_assertions.0.type must be one of status_code, response_header, response_json, response_time, response_body; got "cookie".',
      ],
    });
  });

  test("includes the whole path of a component in a group", () => {
    const group = {
      componentable_type: "uptime/group",
      name: "A",
      components: [{ componentable_type: "x" }],
    };
    expect(errorsOf(CreateStatusPage, { components: [group] })).toMatchObject({
      "components.0.components.0.componentable_type": [
        'components.0.components.0.componentable_type must be uptime/monitor; got "x".',
      ],
    });
  });

  test("has the same wording for an enum", () => {
    expect(errorsOf(z.object({ app: App }), { app: "fax" })).toEqual({
      app: [`app must be one of ${APP_IDS.join(", ")}; got "fax".`],
    });
  });

  test("handles a union inside another union", () => {
    const schema = z.object({ rules: z.union([z.array(z.object({ one: Assertion })), z.null()]) });
    expect(errorsOf(schema, { rules: [{ one: { type: "cookie" } }] })).toEqual({
      "rules.0.one.type": [
        `rules.0.one.type must be one of ${Assertion.options.map(({ shape }) => shape.type.value).join(", ")}; got "cookie".`,
      ],
    });
  });
});

describe("an error of a union without a discriminator names the accepted types", () => {
  const image = CreateStatusPage.pick({ logo_light: true });

  test("when the type is wrong", () => {
    expect(errorsOf(image, { logo_light: 5 })).toEqual({
      logo_light: ["logo_light must be a string, false, or null; got 5."],
    });
  });

  test("names the limit when only the length is wrong", () => {
    expect(errorsOf(image, { logo_light: "x".repeat(1_400_001) }).logo_light).toEqual([
      "logo_light must have at most 1,400,000 characters; got 1,400,001.",
    ]);
  });
});

test('no union of the API answers with a generic "invalid" message', () => {
  const wrong = [5, "wrong", true, {}, [{}], null];
  for (const { id, body } of endpoints) {
    if (!(body instanceof z.ZodObject)) continue;
    for (const field of Object.keys(body.shape))
      for (const value of wrong) {
        const texts = Object.values(errorsOf(body, { [field]: value })).flat();
        for (const text of texts)
          expect(text, `${id} ${field}`).not.toMatch(/allowed forms|documented formats|Invalid/);
      }
  }
});
