import { act, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { IncidentActions } from "@/components/incidents/incident-actions";
import { IncidentRows } from "@/components/incidents/incident-rows";
import { useActions } from "@/components/page/actions";
import { keepRecent } from "@/lib/client/recents";
import { listed } from "@/lib/testing/screen/api";
import { aMonitor, anIncident } from "@/lib/testing/screen/records";
import { ADA, renderScreen } from "@/lib/testing/screen/render";
import { useKeys } from "./keys";
import CommandPalette from "./palette/command-palette";
import { closeOverlay, useOverlay } from "./palette/palette-state";
import { shellActions } from "./shell-actions";
import Shortcuts from "./shortcuts";

beforeEach(closeOverlay);

/** The part of the shell that handles keys. */
function Keyboard({ viewer = ADA }) {
  useActions(shellActions(viewer, () => undefined));
  useKeys();
  const overlay = useOverlay();
  return (
    <>
      {overlay === "palette" && <CommandPalette onClose={closeOverlay} />}
      {overlay === "shortcuts" && <Shortcuts open onClose={closeOverlay} />}
    </>
  );
}

/** The shell before the code of an overlay has arrived. */
function KeysOnly() {
  useActions(shellActions(ADA, () => undefined));
  useKeys();
  return null;
}

const rows = [anIncident({ id: 5, title: "First" }), anIncident({ id: 6, title: "Second" })];

test("moves through the rows of a list with j and k, and opens the focused one with Enter", async () => {
  const { user } = renderScreen(
    <>
      <Keyboard />
      <IncidentRows incidents={rows} empty="" />
    </>,
  );
  await user.keyboard("j");
  expect(document.activeElement?.textContent).toBe("First");
  await user.keyboard("jj");
  expect(document.activeElement?.textContent).toBe("Second");
  await user.keyboard("k");
  expect(document.activeElement?.getAttribute("href")).toBe("/incidents/5");
});

test("selects the focused row with x, even after the checkbox took the focus", async () => {
  const toggled = vi.fn();
  const { user } = renderScreen(
    <>
      <Keyboard />
      <ul>
        <li data-row>
          <input type="checkbox" onChange={toggled} />
          <a href="/monitors/1">Shop</a>
        </li>
      </ul>
    </>,
  );
  await user.keyboard("jx");
  await user.click(screen.getByRole("checkbox"));
  await user.keyboard("x");
  expect(toggled).toHaveBeenCalledTimes(3);
});

test("opens pages with two keys, and leaves keys typed into a field alone", async () => {
  const { user, opened } = renderScreen(
    <>
      <Keyboard />
      <input aria-label="Search" />
    </>,
  );
  await user.keyboard("gmnwc");
  expect(opened).toEqual(["/monitors", "/maintenance?new=1", "/monitors/new"]);
  await user.type(screen.getByLabelText("Search"), "gic?");
  expect(opened).toHaveLength(3);
});

test("runs no shortcut while the command palette is still loading", async () => {
  const { user, opened } = renderScreen(<KeysOnly />);
  await user.keyboard("{Control>}k{/Control}cgm");
  expect(opened).toEqual([]);
});

test("lists the shortcuts that work on this page, and only those", async () => {
  const incident = anIncident();
  const { user, unmount } = renderScreen(<Keyboard />);
  await user.keyboard("?");
  for (const label of ["Next row", "Acknowledge"]) expect(screen.queryByText(label), label).toBeNull();
  unmount();
  act(closeOverlay);
  renderScreen(
    <>
      <Keyboard />
      <IncidentActions incident={incident} />
      <IncidentRows incidents={[incident]} empty="" />
    </>,
  );
  await user.keyboard("?");
  const help = screen.getByRole("region", { name: "On this page" });
  for (const label of ["Next row", "Acknowledge"]) expect(within(help).getByText(label)).toBeDefined();
  expect(within(help).queryByText("Resolve")).toBeNull();
});

test("finds records on the server by the typed text, and opens the chosen one", async () => {
  const { user, opened, sent } = renderScreen(<Keyboard />, {
    answers: {
      listIncidents: ({ query }: { query: URLSearchParams }) =>
        listed(query.get("search") === "APP-905" ? [anIncident({ id: 905, title: "Mails bounce" })] : []),
    },
  });
  await user.keyboard("{Control>}k{/Control}");
  await user.paste("APP-905");
  await user.click(await screen.findByText("Mails bounce"));
  expect(opened).toEqual(["/incidents/905"]);
  for (const id of ["listMonitors", "listIncidents", "listMaintenanceWindows", "listStatusPages"])
    expect(
      sent
        .filter((each) => each.id === id)
        .at(-1)
        ?.query.get("search"),
      id,
    ).toBe("APP-905");
});

test("acts on what it found: pauses, checks, acknowledges, and offers to undo", async () => {
  const { user, sent } = renderScreen(<Keyboard />, {
    answers: { listMonitors: listed([aMonitor()]), listIncidents: listed([anIncident()]) },
  });
  const choose = async (words: string) => {
    await user.keyboard("{Control>}k{/Control}");
    await user.paste("shop");
    await user.click(await screen.findByText(words));
  };
  await choose("Pause Shop");
  await user.click(await screen.findByText("Undo"));
  await choose("Acknowledge Shop is down");
  expect(await screen.findByText("Incident acknowledged")).toBeDefined();
  const writes = sent.filter(({ id }) => !id.startsWith("list")).map(({ id, params }) => [id, params]);
  expect(writes).toEqual([
    ["pauseMonitor", { monitorId: "1" }],
    ["resumeMonitor", { monitorId: "1" }],
    ["acknowledgeIncident", { incidentId: "5" }],
  ]);
});

test("offers recently opened records and the page's actions, each with its shortcut", async () => {
  keepRecent("1/1", { href: "/monitors/3", label: "Mail" });
  const viewer = { ...ADA, projects: [...ADA.projects, { id: 2, name: "Blog" }] };
  const { user, opened } = renderScreen(
    <>
      <Keyboard viewer={viewer} />
      <IncidentActions incident={anIncident()} />
    </>,
  );
  await user.keyboard("{Control>}k{/Control}");
  const line = (label: string) =>
    screen.getByText(label, { selector: "[cmdk-item] span" }).closest("[cmdk-item]");
  expect(line("Acknowledge")?.textContent).toBe("Acknowledgea");
  expect(line("Schedule maintenance")?.textContent).toBe("Schedule maintenancen w");
  for (const label of ["Switch to Blog", "Audit log", "Resolve"]) expect(line(label), label).toBeTruthy();
  await user.click(screen.getByText("Mail"));
  expect(opened).toEqual(["/monitors/3"]);
});
