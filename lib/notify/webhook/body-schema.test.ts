import { describe, expect, test } from "vitest";
import { defaultWebhookSchema } from "@/lib/contract/apps/outgoing-webhook";
import { EVENT_KEYS } from "@/lib/contract/core/events";
import { renderSchema, schemaProblem } from "./body-schema";

const CREATED = "uptime.incident.created";
const entities = {
  event: { id: 7, key: CREATED, occurred_at: "2026-01-31T12:00:00Z" },
  incident: { id: 12, title: 'He said "{{ event.id }}"', description: null, state: "unknown" },
  affected_monitors: [
    { id: 1, name: "Shop", regions: ["eu-deu-fra"] },
    { id: 2, name: "Bank", regions: [] },
  ],
};
const render = (schema: unknown) => JSON.parse(renderSchema(JSON.stringify(schema), entities));
const problem = (schema: unknown) => schemaProblem(JSON.stringify(schema), CREATED);

describe("rendering", () => {
  test("a placeholder alone keeps its type and becomes text within a longer text", () => {
    expect(
      render({
        a: "{{ incident.id }}",
        b: "#{{incident.id}}",
        c: "{{ incident.description }}",
        d: "x{{ incident.description }}",
      }),
    ).toEqual({ a: 12, b: "#12", c: null, d: "x" });
  });

  test("prints values literally, even if they look like placeholders", () => {
    expect(render({ t: "{{ incident.title }}", u: "-{{ incident.title }}" })).toEqual({
      t: 'He said "{{ event.id }}"',
      u: '-He said "{{ event.id }}"',
    });
  });

  test("$each creates a list in order", () => {
    const schema = {
      list: {
        $each: "affected_monitors",
        $item: { id: "{{ item.id }}", t: "{{ event.id }}:{{ item.name }}" },
      },
    };
    expect(problem(schema)).toBeNull();
    expect(render(schema)).toEqual({
      list: [
        { id: 1, t: "7:Shop" },
        { id: 2, t: "7:Bank" },
      ],
    });
  });

  test("leaves other template languages, numbers, and keys unchanged", () => {
    const schema = { "a b": [`$${"{7*7}"}`, "<%= 1 %>", "#{x}", "{% include %}", 1.5, true, null] };
    expect(problem(schema)).toBeNull();
    expect(render(schema)).toEqual(schema);
  });
});

describe("checking", () => {
  test.each([
    [{ a: "{{ 7*7 }}" }, "unknown"],
    [{ a: "{{ monitor.name }}" }, "unknown"],
    [{ a: "{{ incident.secret }}" }, "unknown"],
    [{ a: "{{ incident }}" }, "unknown"],
    [{ a: "{{ incident.__proto__ }}" }, "unknown"],
    [{ a: "{{ item.id }}" }, "unknown"],
    [{ a: "{{ affected_monitors.id }}" }, "unknown"],
    [{ "{{ incident.id }}": 1 }, "not in keys"],
    [{ a: { $each: "monitors", $item: {} } }, "$each must be"],
    [{ a: { $each: "affected_monitors" } }, "the only keys"],
    [
      { a: { $each: "affected_monitors", $item: { b: { $each: "affected_monitors", $item: 1 } } } },
      "inside another",
    ],
    ["text", "object or array"],
  ])("rejects %j", (schema, why) => {
    expect(problem(schema)).toContain(why);
  });

  test("the default body of each event is valid", () => {
    for (const key of EVENT_KEYS) expect(schemaProblem(defaultWebhookSchema(key), key)).toBeNull();
  });
});
