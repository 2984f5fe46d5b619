import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { listed } from "@/lib/testing/screen/api";
import { aMonitor, anIncident, aWindow } from "@/lib/testing/screen/records";
import { renderScreen } from "@/lib/testing/screen/render";
import CommandPalette from "./command-palette";

interface Reading {
  query: URLSearchParams;
}

/** Shows a palette for which the server finds windows and incidents with these titles, whatever the titles have to do with the text. */
function showPalette(windows: Record<string, string[]>, incidents: Record<string, string[]> = {}) {
  const find = (titles: Record<string, string[]>, { query }: Reading) =>
    titles[query.get("search") ?? ""] ?? [];
  return renderScreen(<CommandPalette onClose={() => undefined} />, {
    answers: {
      listMaintenanceWindows: (reading: Reading) =>
        listed(find(windows, reading).map((title, at) => aWindow({ id: 11 + at, title }))),
      listIncidents: (reading: Reading) =>
        listed(
          find(incidents, reading).map((title, at) =>
            anIncident({ id: 21 + at, title, status: "recovered" }),
          ),
        ),
    },
  });
}

const option = (name: RegExp) => screen.findByRole("option", { name });

test("opens the only record found with Enter", async () => {
  const { user, opened } = showPalette({ upgrade: ["Upgrade of day 24"] });
  await user.paste("upgrade");
  expect((await option(/Upgrade of day 24/)).getAttribute("aria-selected")).toBe("true");
  await user.keyboard("{Enter}");
  expect(opened).toEqual(["/maintenance/11"]);
});

test("opens the first record with Enter after the selected ones are no longer found", async () => {
  const { user, opened } = showPalette({ up: ["Up 1", "Up 2"], upgrade: ["Upgrade A", "Upgrade B"] });
  await user.paste("up");
  await option(/Up 2/);
  await user.keyboard("{ArrowDown}");
  await user.paste("grade");
  expect((await option(/Upgrade A/)).getAttribute("aria-selected")).toBe("true");
  await user.keyboard("{Enter}");
  expect(opened).toEqual(["/maintenance/11"]);
});

test("still shows what the server finds by something other than its title after more is typed", async () => {
  const { user, opened } = showPalette({}, { disk: ["Mails bounce"], "disk full": ["Mails bounce"] });
  await user.paste("disk");
  await option(/Mails bounce/);
  await user.paste(" full");
  await option(/Mails bounce/);
  await user.keyboard("{Enter}");
  expect(opened).toEqual(["/incidents/21"]);
});

test("never opens a record found only for the previous text", async () => {
  const { user, opened } = showPalette({ disk: ["Upgrade"] });
  await user.paste("disk");
  await option(/Upgrade/);
  await user.paste(" full");
  await user.keyboard("{Enter}");
  expect(opened).toEqual([]);
});

test("keeps the selection of the arrow keys", async () => {
  const { user, opened } = showPalette({ upgrade: ["Upgrade 1", "Upgrade 2"] });
  await user.paste("upgrade");
  await option(/Upgrade 2/);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(opened).toEqual(["/maintenance/12"]);
});

test("opens a monitor found by a later word of its name, and doesn't pause it", async () => {
  const { user, opened } = renderScreen(<CommandPalette onClose={() => undefined} />, {
    answers: {
      listMonitors: ({ query }: Reading) =>
        listed(query.get("search") === "service" ? [aMonitor({ id: 31, name: "Payment service" })] : []),
    },
  });
  await user.paste("service");
  await option(/Pause Payment service/);
  expect((await option(/Payment service ?Monitors/)).getAttribute("aria-selected")).toBe("true");
  await user.keyboard("{Enter}");
  expect(opened).toEqual(["/monitors/31"]);
});

test("offers no changes to a record that was only found for the previous text", async () => {
  const { user } = renderScreen(<CommandPalette onClose={() => undefined} />, {
    answers: {
      listMonitors: ({ query }: Reading) =>
        query.get("search") === "pause"
          ? new Promise<never>(() => undefined)
          : listed(query.get("search") === "p" ? [aMonitor({ id: 31, name: "Shop" })] : []),
    },
  });
  await user.paste("p");
  await option(/Pause Shop/);
  await user.paste("ause");
  expect(screen.queryByRole("option", { name: /Pause Shop/ })).toBeNull();
});
