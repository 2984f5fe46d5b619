import { act, screen, waitFor } from "@testing-library/react";
import { type MouseEvent, useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { Overview } from "@/components/overview/overview";
import { noteProject } from "@/lib/client/project-gone";
import { leaveProjectNote, takeProjectNote } from "@/lib/client/project-switch";
import { sessionEnded, sessionResumed } from "@/lib/client/session-state";
import { ApiError, PROJECT_UNREACHABLE } from "@/lib/contract/core/errors";
import { listed } from "@/lib/testing/screen/api";
import { anIncident } from "@/lib/testing/screen/records";
import { ADA, renderScreen } from "@/lib/testing/screen/render";
import { DemoNote } from "./demo-note";
import { BottomBar } from "./navigation/phone-bars";
import { RecordElsewhere } from "./record-elsewhere";
import { ProjectNote, Shell } from "./shell";
import { TroubleBanner } from "./trouble-banner";

const none = { total: 0, data: [] };
const monitors = { online: 3, offline: 1, partial: 0, paused: 0, no_data: 0, fetching: 0 };

test("starts with what is broken", async () => {
  renderScreen(<Overview />, {
    answers: {
      getOverview: {
        monitors,
        attention: none,
        certificates: none,
        alerting: null,
        open_incidents: { total: 1, data: [anIncident()] },
        recent_incidents: [],
      },
    },
  });
  expect(await screen.findByText("Open incidents · 1")).toBeDefined();
  expect(screen.getByText("Shop is down").getAttribute("href")).toBe("/incidents/5");
  expect(screen.getByLabelText("Monitors by state").textContent).toContain("Offline");
});

test("opens the rest of the pages from the phone's bar", async () => {
  const { user } = renderScreen(<BottomBar viewer={ADA} />, { at: "/incidents" });
  expect(screen.getByText("Incidents").closest("a")?.getAttribute("aria-current")).toBe("page");
  expect(screen.queryByText("Reports")).toBeNull();
  await user.click(screen.getByText("More"));
  expect(screen.getByText("Reports")).toBeDefined();
});

test("offers to delete the demo's data to those who may", () => {
  const viewer = { ...ADA, project: { id: 9, name: "Demo", is_demo: true } };
  const { unmount } = renderScreen(<DemoNote viewer={viewer} />);
  expect(screen.getByText("Delete demo data")).toBeDefined();
  unmount();
  renderScreen(<DemoNote viewer={{ ...viewer, user: { ...viewer.user, role: "member" } }} />);
  expect(screen.queryByText("Delete demo data")).toBeNull();
});

const DEMO_VIEWER = { ...ADA, project: { id: 9, name: "Demo", is_demo: true } };
const NOTHING_ADDED = {
  ...{ monitors: 0, incidents: 0, maintenance_windows: 0, status_pages: 0 },
  ...{ integrations: 0, alert_rules: 0, incident_templates: 0, api_keys: 0 },
};

test("asks before it deletes a demo to which people added nothing", async () => {
  const { user, sent } = renderScreen(<DemoNote viewer={DEMO_VIEWER} />, { answers: { getDemo: null } });
  await user.click(screen.getByText("Delete demo data"));
  expect(await screen.findByText(/This project contains nothing else/)).toBeDefined();
  expect(sent.some(({ id }) => id === "deleteDemo")).toBe(false);
  const [, confirm] = screen.getAllByText("Delete demo data");
  if (confirm) await user.click(confirm);
  await waitFor(() => expect(sent.some(({ id }) => id === "deleteDemo")).toBe(true));
});

test("names what people added to the demo, and says that it stays", async () => {
  const added = { ...NOTHING_ADDED, monitors: 2, integrations: 1 };
  const { user, sent } = renderScreen(<DemoNote viewer={DEMO_VIEWER} />, {
    answers: {
      getDemo: { project_id: 9, added, names: ["Mine", "Other", "Chat"], posts: 1 },
      deleteDemo: { project_id: 9 },
    },
  });
  await user.click(screen.getByText("Delete demo data"));
  const words = /People added 2 monitors and 1 integration \(Mine, Other, Chat\)\. This stays in Demo/;
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.getByText(/1 update or comment that people posted is deleted/)).toBeDefined();
  const [, confirm] = screen.getAllByText("Delete demo data");
  if (confirm) await user.click(confirm);
  await waitFor(() => expect(sent.some(({ id }) => id === "deleteDemo")).toBe(true));
  expect(takeProjectNote()).toEqual({ text: "Demo data deleted", isDemoGone: true });
});

test("offers to create a deleted demo again", async () => {
  leaveProjectNote({ text: "Demo data deleted", isDemoGone: true });
  const { user, sent, bodiesOf } = renderScreen(<ProjectNote />, { answers: { createDemo: { id: 12 } } });
  await user.click(await screen.findByText("Undo"));
  await waitFor(() => expect(sent.some(({ id }) => id === "createDemo")).toBe(true));
  await waitFor(() => expect(bodiesOf("switchProject")).toEqual([{ project_id: 12 }]));
});

test("says in every tab that shows a deleted project that it is gone", async () => {
  onTestFinished(noteProject);
  renderScreen(<TroubleBanner />, {
    answers: { ...READY, listRunners: () => Promise.reject(new ApiError(403, PROJECT_UNREACHABLE)) },
  });
  expect(await screen.findByText("This project was deleted, or you lost access to it.")).toBeDefined();
  expect(screen.getByText("Open another project").getAttribute("href")).toBe("/");
});

test("says once that a link switched the project", async () => {
  leaveProjectNote({ text: "Switched to project Blog" });
  const { unmount } = renderScreen(<ProjectNote />);
  expect(await screen.findByText("Switched to project Blog")).toBeDefined();
  unmount();
  renderScreen(<ProjectNote />);
  expect(screen.queryByText("Switched to project Blog")).toBeNull();
});

test("says why the project of a link can't be opened, and tries again on request", async () => {
  const { user, bodiesOf } = renderScreen(<RecordElsewhere project={{ id: 2, name: "Blog" }} />, {
    answers: { switchProject: () => Promise.reject(new ApiError(403, "You were removed from Blog.")) },
  });
  expect(await screen.findByText("You were removed from Blog.")).toBeDefined();
  await user.click(screen.getByText("Switch to Blog"));
  await waitFor(() => expect(bodiesOf("switchProject")).toEqual([{ project_id: 2 }, { project_id: 2 }]));
});

const READY = { getReadiness: { status: "ok", checks: {} }, listRunners: listed([]) };

class SilentSource extends EventTarget {
  close() {}
}

test("opens the palette with ⌘K and keeps what is typed before its code has loaded", async () => {
  vi.stubGlobal("EventSource", SilentSource);
  const { user } = renderScreen(<Shell viewer={ADA}>Page</Shell>, {
    answers: { ...READY, getAway: { since: null, opened: 0, resolved: 0, changes: 0 } },
  });
  await user.keyboard("{Control>}k{/Control}mai");
  const input = await screen.findByPlaceholderText<HTMLInputElement>(/^Search monitors/);
  expect(input.value).toBe("mai");
  await user.keyboard("l{Escape}");
  await waitFor(() => expect(screen.queryByPlaceholderText(/^Search monitors/)).toBeNull());
  await user.keyboard("{Control>}k{/Control}");
  expect((await screen.findByPlaceholderText<HTMLInputElement>(/^Search monitors/)).value).toBe("");
});

function Vanishing() {
  const [pressed, setPressed] = useState<readonly string[]>([]);
  const press = ({ currentTarget }: MouseEvent) => setPressed([...pressed, currentTarget.textContent]);
  return (
    <p title="actions">
      {!pressed.includes("Acknowledge") && (
        <button type="button" onClick={press}>
          Acknowledge
        </button>
      )}
      <button type="button" disabled={pressed.includes("Next page")} onClick={press}>
        Next page
      </button>
    </p>
  );
}

test("keeps the keyboard's place when the focused button disappears or is disabled", async () => {
  vi.stubGlobal("EventSource", SilentSource);
  const getAway = { since: null, opened: 0, resolved: 0, changes: 0 };
  const page = (
    <Shell viewer={ADA}>
      <Vanishing />
    </Shell>
  );
  const { user } = renderScreen(page, { answers: { ...READY, getAway } });
  const actions = screen.getByTitle("actions");
  for (const name of ["Acknowledge", "Next page"]) {
    act(() => screen.getByText(name).focus());
    expect(actions.hasAttribute("tabindex")).toBe(false);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement).toBe(actions));
  }
});

test("asks for the password over the page when the session ends, and keeps the page", async () => {
  vi.stubGlobal("EventSource", SilentSource);
  act(sessionResumed);
  const getAway = { since: null, opened: 0, resolved: 0, changes: 0 };
  renderScreen(<Shell viewer={ADA}>What was typed</Shell>, { answers: { ...READY, getAway } });
  expect(screen.queryByText("Sign in again")).toBeNull();
  act(() => sessionEnded("GET"));
  expect(await screen.findByText("Sign in again")).toBeDefined();
  expect(screen.getByText("What was typed")).toBeDefined();
  act(sessionResumed);
});
