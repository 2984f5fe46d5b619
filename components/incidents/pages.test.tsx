import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { TemplatesCard } from "@/components/incidents/templates/templates-card";
import { CommentMenu } from "@/components/incidents/updates/comment-menu";
import { UpdateMenu } from "@/components/incidents/updates/update-menu";
import type { IncidentUpdate } from "@/lib/contract/incidents/updates";
import { listed } from "@/lib/testing/screen/api";
import { aMonitor, anIncident } from "@/lib/testing/screen/records";
import { ADA, fill, renderScreen } from "@/lib/testing/screen/render";
import { IncidentDetail } from "./incident-detail";
import { IncidentList } from "./incident-list";
import { IncidentRows } from "./incident-rows";

const timeline = { monitors: [], entries: [], omitted: [] };

test("narrows the incidents to a tag, starting from the first page of both lists", async () => {
  const { user, sent } = renderScreen(<IncidentList />, {
    at: "/incidents?open=2&page=3",
    answers: { listIncidents: listed([anIncident()]), listTags: listed([{ tag: "eu" }]) },
  });
  await user.selectOptions(await screen.findByLabelText("Tag"), await screen.findByText("eu"));
  const asked = () => sent.filter(({ id }) => id === "listIncidents").slice(-2);
  await waitFor(() => expect(asked().map(({ query }) => query.get("tag"))).toEqual(["eu", "eu"]));
  expect(asked().map(({ query }) => query.get("page"))).toEqual(["1", "1"]);
});

test("searches open and past incidents while typing, and clears the search with the other filters", async () => {
  const { user, sent } = renderScreen(<IncidentList />, {
    at: "/incidents?page=3",
    answers: { listIncidents: listed([anIncident()]) },
  });
  await user.type(await screen.findByLabelText("Search by title or number"), "Shop");
  const asked = () => sent.filter(({ id }) => id === "listIncidents").slice(-2);
  await waitFor(() => expect(asked().map(({ query }) => query.get("search"))).toEqual(["Shop", "Shop"]));
  expect(asked().map(({ query }) => query.get("page"))).toEqual(["1", "1"]);
  await user.click(screen.getByText("Clear filters"));
  expect(screen.getByLabelText<HTMLInputElement>("Search by title or number").value).toBe("");
});

test("lists incidents under column heads, with the status pages that show each", async () => {
  const components = [{ componentable_type: "uptime/monitor", componentable_id: 1, display_name: null }];
  renderScreen(<IncidentList />, {
    answers: {
      listIncidents: listed([anIncident({ monitors: [1] })]),
      listStatusPages: listed([{ id: 1, name: "Shop status", components }]),
    },
  });
  const open = await screen.findByRole("table", { name: "Open incidents" });
  const heads = within(open).getAllByRole("columnheader");
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    ...["State", "Incident", "Impact", "Monitors", "Status pages", "Assigned to", "Duration"],
  ]);
  expect(await within(open).findByRole("cell", { name: "Shop status" })).toBeDefined();
});

test("shows an acknowledgment at once and offers to withdraw it", async () => {
  let by: string | null = null;
  const { user, sent } = renderScreen(<IncidentDetail incidentId={5} />, {
    answers: {
      getIncident: () => anIncident({ acknowledged_by: by }),
      getIncidentTimeline: timeline,
      listMonitors: listed([aMonitor()]),
      acknowledgeIncident: () => {
        by = "Ada";
      },
      unacknowledgeIncident: () => {
        by = null;
      },
    },
  });
  await user.click(await screen.findByText("Acknowledge"));
  expect(await screen.findByText("Assigned to Ada")).toBeDefined();
  await user.click(await screen.findByText("Undo"));
  expect(await screen.findByText("Acknowledge")).toBeDefined();
  const writes = sent.map(({ id }) => id).filter((id) => id.includes("cknowledge"));
  expect(writes).toEqual(["acknowledgeIncident", "unacknowledgeIncident"]);
});

test("takes an incident over, or assigns it to another person", async () => {
  const person = (id: number, name: string) => ({ id, name, role: "admin", email: `${id}@example.com` });
  const { user, sent, container } = renderScreen(<IncidentDetail incidentId={5} />, {
    answers: {
      getIncident: anIncident({ acknowledged_by: "Ben", assignee_id: 2 }),
      getIncidentTimeline: timeline,
      listMonitors: listed([aMonitor()]),
      listUsers: listed([person(1, "Ada"), person(2, "Ben"), person(3, "Cleo")]),
      assignIncident: undefined,
    },
  });
  await user.click(await screen.findByRole("button", { name: "Take over" }));
  await user.selectOptions(await screen.findByLabelText("Person"), "Cleo");
  await user.click(screen.getByRole("button", { name: "Assign" }));
  await waitFor(() =>
    expect(sent.filter(({ id }) => id === "assignIncident").map(({ body }) => body)).toEqual([
      {},
      { user_id: 3 },
    ]),
  );
  // The same, before scripts arrive.
  expect(container.querySelectorAll('form[action="/api/uptime/incidents/5/assign"]')).toHaveLength(2);
});

test.each([
  ["monitor", 51, "Resolve APP-5?"],
  ["monitor", 0, "Incident resolved"],
  ["manual", 51, "Incident resolved"],
] as const)("resolving a %s incident with %i monitors down shows: %s", async (type, down, shown) => {
  const { container, user } = renderScreen(<IncidentDetail incidentId={5} />, {
    answers: {
      getIncident: anIncident({ type }),
      getIncidentTimeline: timeline,
      listMonitors: listed([aMonitor()], down),
      recoverIncident: undefined,
    },
  });
  // The count of offline monitors has come with the affected one.
  await screen.findByRole("link", { name: aMonitor().name });
  const resolve = await screen.findByRole("button", { name: "Resolve" });
  // With nothing to ask, it's a form, which works before scripts arrive.
  const form = container.querySelector('form[action$="/recover"]');
  expect(form !== null).toBe(shown === "Incident resolved");
  await user.click(resolve);
  expect(await screen.findByText(shown)).toBeDefined();
});

test.each([
  ["ongoing", 15, "15 of 43 monitors offline", "View all 43 monitors"],
  ["ongoing", 40, "40 of 43 monitors offline", "View all 40 offline monitors"],
  ["recovered", 0, null, "View all 43 monitors"],
] as const)(
  "of 43 monitors of an %s incident with %i down, the page says: %s",
  async (status, down, share, more) => {
    const monitors = Array.from({ length: 43 }, (_, index) => index + 1);
    renderScreen(<IncidentDetail incidentId={5} />, {
      answers: {
        getIncident: anIncident({ type: "monitor", status, monitors }),
        getIncidentTimeline: timeline,
        listMonitors: listed([aMonitor()], down),
      },
    });
    expect(await screen.findByRole("link", { name: more })).toBeDefined();
    if (share) expect(await screen.findByText(share)).toBeDefined();
    else expect(screen.queryByText(/ of 43 monitors offline/)).toBeNull();
  },
);

test("shows notifications sent together as rows that open, with the reason for each failure", async () => {
  const entry = (integration: string, status: string, reason: string | null) => ({
    kind: "delivery",
    at: "2026-11-21T06:00:00Z",
    text: integration,
    detail: { event: "uptime.incident.created", status, reason },
    exchanges: [],
  });
  const refused = entry("Pager", "failed", "responded with status 404");
  const entries = [entry("On-call", "delivered", null), refused, refused];
  renderScreen(<IncidentDetail incidentId={5} />, {
    answers: {
      getIncident: anIncident(),
      getIncidentTimeline: { ...timeline, entries },
      listMonitors: listed([aMonitor()]),
    },
  });
  const [pager, onCall] = within((await screen.findByText("3 notifications")).closest("li") as HTMLElement)
    .getAllByRole("group")
    .map(({ textContent }) => textContent);
  expect(pager).toMatch(/^Pager× 2responded with status 404Failed(Incident opened){1}/);
  expect(onCall).toMatch(/^On-callDelivered/);
});

test("shows in the list who acknowledged an incident, and lets the viewer acknowledge another", async () => {
  const taken = anIncident({ id: 6, title: "Blog is down", acknowledged_by: "Ben" });
  const answers = { acknowledgeIncident: undefined, listIncidents: listed([anIncident(), taken]) };
  const { user, sent } = renderScreen(<IncidentRows incidents={[anIncident(), taken]} empty="" />, {
    answers,
  });
  expect(screen.getByText(/Assigned to Ben/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Acknowledge APP-5" }));
  expect(await screen.findByText("Incident acknowledged")).toBeDefined();
  expect(sent.map(({ id, params }) => [id, params])).toEqual([["acknowledgeIncident", { incidentId: "5" }]]);
});

test("doesn't offer to acknowledge an incident that has recovered", () => {
  const past = anIncident({ status: "recovered", recovery_at: "2026-11-21T07:00:00Z" });
  renderScreen(<IncidentRows incidents={[past]} empty="" />);
  expect(screen.queryByRole("button")).toBeNull();
});

test("says of a region that passes that its latest failure isn't confirmed", async () => {
  const seen = { silent: false, last_error: { code: "timeout", message: "It timed out." } };
  const observed = [
    { ...seen, region: "eu-deu-fra", status: "online" },
    { ...seen, region: "na-usa-iad", status: "offline" },
  ];
  renderScreen(<IncidentDetail incidentId={5} />, {
    answers: {
      getIncident: anIncident(),
      getIncidentTimeline: timeline,
      listMonitors: listed([aMonitor({ observed_regions: observed as never })]),
    },
  });
  const places = (await screen.findAllByText(/It timed out/)).map((text) => text.parentElement?.textContent);
  expect(places).toEqual([
    expect.stringMatching(/^Online .*It timed out\. Not confirmed yet\.$/),
    expect.stringMatching(/^Offline .*: It timed out\.$/),
  ]);
});

test("asks before a template is deleted", async () => {
  const template = { id: 3, name: "Provider down", title: null, description: null, impact: null, tags: null };
  const { user, sent } = renderScreen(<TemplatesCard />, {
    answers: {
      listIncidentTemplates: listed([{ ...template, update_state: "investigating", update_content: null }]),
    },
  });
  await user.click(await screen.findByLabelText("Delete Provider down"));
  expect(sent.some(({ id }) => id === "deleteIncidentTemplate")).toBe(false);
  await user.click(screen.getByText("Delete template", { selector: "button" }));
  await waitFor(() =>
    expect(sent.find(({ id }) => id === "deleteIncidentTemplate")?.params).toEqual({
      incidentTemplateId: "3",
    }),
  );
});

test("deletes an update only after saying what that removes", async () => {
  const update = {
    id: 7,
    incident_id: 5,
    state: "identified",
    content: "We found it.",
    published_at: "2026-11-21T06:00:00Z",
    next_update_at: null,
    creator: { type: "user", id: 1, label: "Ada" },
  } as unknown as IncidentUpdate;
  const { user, sent } = renderScreen(<UpdateMenu update={update} />);
  const open = async (words: string) => {
    await user.click(screen.getByLabelText("Update actions"));
    await user.click(screen.getByText(words, { selector: "[role=menuitem]" }));
  };
  await open("Edit…");
  expect((await screen.findByLabelText<HTMLTextAreaElement>("Message")).value).toBe("We found it.");
  await user.click(screen.getByLabelText("Close"));
  await open("Delete…");
  expect(screen.getByText(/removes it from every status page/)).toBeDefined();
  expect(sent.some(({ id }) => id === "deleteIncidentUpdate")).toBe(false);
  await user.click(screen.getByText("Delete update"));
  await waitFor(() =>
    expect(sent.find(({ id }) => id === "deleteIncidentUpdate")?.params).toEqual({
      incidentId: "5",
      incidentUpdateId: "7",
    }),
  );
});

test("edits and deletes a private comment, but only for its author or a moderator", async () => {
  const comment = { id: 9, text: "Looks like the deploy.", by: "Ada", creator: { type: "user", id: 1 } };
  const menu = <CommentMenu comment={comment} incidentId={5} />;
  const { user, sent, unmount } = renderScreen(menu);
  const open = async (words: string) => {
    await user.click(screen.getByLabelText("Comment actions"));
    await user.click(screen.getByText(words, { selector: "[role=menuitem]" }));
  };
  const request = (called: string) => sent.find(({ id }) => id === called);
  await open("Edit…");
  expect((await screen.findByLabelText<HTMLTextAreaElement>("Comment")).value).toBe(comment.text);
  fill("Comment", "It was the deploy.");
  await user.click(screen.getByText("Save"));
  await waitFor(() =>
    expect(request("editIncidentComment")?.body).toEqual({ content: "It was the deploy." }),
  );
  await open("Delete…");
  await user.click(screen.getByText("Delete comment"));
  const params = { incidentId: "5", commentId: "9" };
  await waitFor(() => expect(request("deleteIncidentComment")?.params).toEqual(params));
  unmount();
  renderScreen(menu, { viewer: { ...ADA, user: { ...ADA.user, id: 2 }, permissions: ["uptime:write"] } });
  expect(screen.queryByLabelText("Comment actions")).toBeNull();
});

test("offers a test incident while nothing has broken, and a monitor to a project without any", async () => {
  const none = listed([]);
  renderScreen(<IncidentList />, {
    answers: { listIncidents: none, listMonitors: listed([aMonitor()]) },
  });
  expect(await screen.findByText("Nothing has broken yet")).toBeDefined();
  expect(await screen.findByRole("button", { name: "Send a test incident" })).toBeDefined();
  cleanup();
  renderScreen(<IncidentList />, { answers: { listIncidents: none, listMonitors: none } });
  expect(await screen.findByRole("link", { name: "Create monitor" })).toBeDefined();
});
