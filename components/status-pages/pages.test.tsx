import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { PageComponent } from "@/lib/contract/status-pages/components";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import type { PageDraft } from "@/lib/presenters/status-pages/draft";
import { newPageDraft } from "@/lib/presenters/status-pages/initial-draft";
import { listed } from "@/lib/testing/screen/api";
import { aMonitor } from "@/lib/testing/screen/records";
import { fill, renderScreen } from "@/lib/testing/screen/render";
import { ComponentFields } from "./component-fields";
import { ComponentLevel } from "./component-level";
import { DomainSetup } from "./domain-setup";
import { PageActions } from "./page-actions";
import { PageList } from "./page-list";
import { SubscriberCard } from "./subscriber-card";

const AT = "2026-11-21T06:00:00Z";
const subscriber = {
  id: 7,
  email: "user@example.com",
  url: null,
  components: [],
  groups: [],
  kinds: [],
  state: "confirmed",
  source: "visitor",
  failing_since: null,
  last_error: null,
  confirmed_at: AT,
  created_at: AT,
};
const page = { id: 1, subscription_channels: ["email"], components: [] };

test("removes a subscriber only after asking", async () => {
  const { user, sent } = renderScreen(<SubscriberCard page={page as never} />, {
    answers: { listPageSubscribers: listed([subscriber]) },
  });
  await user.click(await screen.findByLabelText("Remove user@example.com"));
  expect(sent.some(({ id }) => id === "removePageSubscriber")).toBe(false);
  await user.click(screen.getByText(/^Remove/, { selector: "dialog button" }));
  await waitFor(() =>
    expect(sent.find(({ id }) => id === "removePageSubscriber")?.params).toEqual({
      statusPageId: "1",
      subscriberId: "7",
    }),
  );
});

test("leads from an empty list to the first page", async () => {
  renderScreen(<PageList />);
  expect((await screen.findByText("Create status page")).getAttribute("href")).toBe("/status-pages/new");
});

const monitor = (id: number) => ({
  componentable_type: "uptime/monitor" as const,
  componentable_id: id,
  display_name: null,
});

function Components({ start }: { start: PageComponent[] }) {
  const [components, setComponents] = useState(start);
  const names = { 1: "Shop", 2: "Mail" };
  const props = { components, names, onChange: setComponents, label: "the page" };
  return <ComponentLevel {...props} find="" areGroupsOpen={false} />;
}

test("moves, renames, and removes components, and adds monitors that it finds", async () => {
  const { user } = renderScreen(<Components start={[monitor(1), monitor(2)]} />, {
    answers: { listMonitors: listed([aMonitor(), aMonitor({ id: 3, name: "Blog" })]) },
  });
  const shown = () =>
    screen
      .getAllByLabelText<HTMLInputElement>(/^Display name/)
      .map(({ value, placeholder }) => value || placeholder);
  await user.click(screen.getByLabelText("Move Mail up"));
  expect(shown()).toEqual(["Mail", "Shop"]);
  expect(document.activeElement).toBe(screen.getByLabelText("Move Mail down"));
  fill("Display name of Mail", "Email");
  await user.click(screen.getByLabelText("Remove Shop from the page"));
  expect(shown()).toEqual(["Email"]);
  await user.click(screen.getByLabelText("Add monitors to the page"));
  await user.click(await screen.findByLabelText("Blog"));
  expect(shown()).toEqual(["Email", "Monitor 3"]);
  screen.getByLabelText("Display name of Mail").focus();
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(shown()).toEqual(["Monitor 3", "Email"]);
  expect(document.activeElement).toBe(screen.getByLabelText("Display name of Mail"));
});

test("keeps the groups of a long page closed, and finds a component in them", async () => {
  const group = (name: string, ids: number[]): PageComponent => ({
    ...{ componentable_type: "uptime/group", name, is_expanded: false },
    components: ids.map(monitor),
  });
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  const { user } = renderScreen(<LongPage groups={[group("Europe", ids), group("Asia", [21])]} />, {
    answers: { listMonitors: listed([]) },
  });
  const fields = () =>
    screen.getAllByRole<HTMLInputElement>("textbox").map(({ value, placeholder }) => value || placeholder);
  expect(fields()).toEqual(["Europe", "Asia"]);
  fill("Find a component", "monitor 21");
  expect(fields()).toEqual(["Asia", "Monitor 21"]);
  fill("Find a component", "");
  await user.click(screen.getByLabelText("Components of Europe"));
  expect(fields()).toHaveLength(22);
  await user.click(screen.getByLabelText("Move Europe down"));
  expect(fields().slice(0, 3)).toEqual(["Asia", "Europe", "Monitor 1"]);
});

function LongPage({ groups }: { groups: PageComponent[] }) {
  const [draft, setDraft] = useState({ ...newPageDraft("Acme", DEFAULT_THEME), components: groups });
  const change = (part: Partial<PageDraft>) => setDraft((before) => ({ ...before, ...part }));
  return <ComponentFields draft={draft} change={change} errors={{}} info={{}} />;
}

const waiting = {
  id: 4,
  domain: "status.acme.example",
  domain_state: "pending",
  domain_phase: "waiting",
  domain_since: null,
  domain_offline_at: null,
  domain_checked_at: AT,
  domain_next_check_at: AT,
  domain_answers: [],
  domain_records: [
    { type: "CNAME", name: "status.acme.example", value: "pages.vedette.example" },
    { type: "TXT", name: "_vedette.status.acme.example", value: "vedette=abc" },
  ],
} as unknown as StatusPage;

test("names the record that a domain needs first, what DNS answers, and checks again on request", async () => {
  const { user, sent } = renderScreen(<DomainSetup page={waiting} />, {
    answers: { verifyStatusPageDomain: {} },
  });
  expect(screen.getByText("Add this DNS record")).toBeDefined();
  expect(screen.getByText("No records")).toBeDefined();
  expect(screen.getByText("vedette=abc").closest("details")?.textContent).toContain(
    "Other ways to verify the domain",
  );
  await user.click(screen.getByText("Check now"));
  await waitFor(() =>
    expect(sent.find(({ id }) => id === "verifyStatusPageDomain")?.params).toEqual({ statusPageId: "4" }),
  );
});

test("deletes a page only after its name is typed, and returns to the list", async () => {
  const acme = { id: 4, name: "Acme", url: "http://vedette.test/status/acme" };
  const { user, sent, opened } = renderScreen(<PageActions page={acme} />, {
    answers: { deleteStatusPage: undefined },
  });
  await user.click(screen.getByLabelText("More actions"));
  await user.click(screen.getByText("Delete…"));
  await user.click(screen.getByText("Delete page"));
  expect(sent).toEqual([]);
  fill("Type Acme to confirm", "Acme");
  await user.click(screen.getByText("Delete page"));
  await waitFor(() => expect(opened).toEqual(["/status-pages"]));
  expect(sent.map(({ id, params }) => [id, params])).toEqual([["deleteStatusPage", { statusPageId: "4" }]]);
});
