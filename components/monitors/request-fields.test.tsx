import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { Protocol } from "@/lib/contract/protocols/registry";
import { bodyOf } from "@/lib/presenters/monitors/form";
import { NEW_DRAFT } from "@/lib/presenters/monitors/initial-draft";
import { protocolForms, protocolWords } from "@/lib/presenters/monitors/protocol-forms";
import { detailLines, protocolLabel, targetOf } from "@/lib/presenters/monitors/protocols";
import type { RequestDraft } from "@/lib/presenters/monitors/request-draft";
import { present } from "@/lib/shared/assert";
import { RequestFields } from "./request-fields";

vi.mock("@/lib/contract/protocols/registry", async (original) => {
  const { knock } = await import("@/lib/testing/knock/knock");
  const { PROTOCOLS } = await original<typeof import("@/lib/contract/protocols/registry")>();
  return { PROTOCOLS: { ...PROTOCOLS, knock } };
});

const NAME = "knock" as Protocol;
const formOf = (protocol: string) =>
  present(
    protocolForms().find(({ name }) => name === protocol),
    protocol,
  );

function rendered(protocol: string, request: RequestDraft = {}, errors: Record<string, string> = {}): string {
  const draft = { ...NEW_DRAFT, protocol: protocol as Protocol, request };
  const rest = { change: () => undefined, errors, info: {} };
  return renderToStaticMarkup(<RequestFields draft={draft} protocol={formOf(protocol)} {...rest} />);
}

test("draws the form of a made-up protocol from its contract", () => {
  const html = rendered(
    "knock",
    {},
    { "request.guests.0": "request.guests.0 must have at most 20 characters." },
  );
  for (const part of [
    "Host",
    "Times",
    "Politely",
    ">angry<",
    "Password",
    "Who comes along. One per line.",
    "Guests must have at most 20 characters",
  ])
    expect(html.includes(part), part).toBe(true);
  expect(html.match(/<textarea/g)).toHaveLength(1);
  expect(html.match(/<select/g)).toHaveLength(1);
  expect(rendered("knock", { mood: "angry" })).not.toContain("Password");
});

test("sends what was typed for a made-up protocol", () => {
  const request = { host: "door.example.com", times: "4", guests: "Ada\n\n Bob " };
  expect(bodyOf({ ...NEW_DRAFT, protocol: NAME, request }, formOf("knock"))).toMatchObject({
    name: "door.example.com",
    request: { host: "door.example.com", times: 4, mood: "polite", password: null, guests: ["Ada", "Bob"] },
    success_assertions: [],
  });
});

test("offers a made-up protocol with its label, its assertions, and its target", () => {
  const words = protocolWords();
  expect(words.map(({ label }) => label)).toEqual(expect.arrayContaining(["HTTP", "TCP", "Ping", "Knock"]));
  expect(formOf("knock").assertions).toEqual([
    {
      type: "knock_reply",
      label: "Reply",
      operators: ["equals", "contains"],
      selector: null,
      placeholder: "Come in",
    },
  ]);
  const monitor = { protocol: NAME, request: { host: "door.example.com", times: 3 } } as unknown as Monitor;
  expect([protocolLabel(words, NAME), targetOf(words, monitor)]).toEqual(["Knock", "door.example.com × 3"]);
  expect(detailLines(words, { replies: ["Come in", "please"] })).toEqual([
    { label: "Replies", text: "Come in, please" },
  ]);
});

test("keeps the rare options of HTTP out of sight, and its method beside its URL", () => {
  const html = rendered("http");
  const [shown = "", hidden = ""] = html.split("<details");
  for (const label of ["Method", "URL"]) expect(shown.includes(label), label).toBe(true);
  for (const label of ["Headers", "User agent secret", "Follow redirects", "Accept any certificate"])
    expect(hidden.includes(label) && !shown.includes(label), label).toBe(true);
  expect(html).not.toContain("Up to 500 characters");
  expect(rendered("http", { method: "POST" })).toContain("Up to 500 characters");
});

test("doesn't ask for a name that may be left empty when the host is what's missing", () => {
  const errors = { name: "name must have 2 to 45 characters; got 0." };
  expect(rendered("icmp", {}, errors)).not.toContain("Name is empty");
  expect(rendered("icmp", { host: "x" }, { name: "name must have 2 to 45 characters; got 1." })).toContain(
    "Name must have 2 to 45 characters",
  );
});
