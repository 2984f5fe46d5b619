import { screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "@/lib/contract/core/errors";
import { listed } from "@/lib/testing/screen/api";
import { aMonitor } from "@/lib/testing/screen/records";
import { ADA, renderScreen } from "@/lib/testing/screen/render";
import { AuditLog } from "./audit-log";
import FirstRun, { ExploreDemo } from "./first-run";
import { KeysCard } from "./keys-card";
import { MailStep } from "./mail-step";
import { MembersPage } from "./members-page";
import { NotificationsCard } from "./notifications-card";
import { PushDeviceRow } from "./push-device-row";
import { SessionsCard } from "./sessions-card";
import { ThemeCard } from "./theme-card";
import { TwoFactorCard } from "./two-factor-card";

const AT = "2026-11-21T06:00:00Z";
const member = {
  id: 2,
  name: "Ben",
  email: "ben@example.com",
  role: "member",
  project_ids: [1],
  two_factor: true,
  last_seen_at: AT,
};
const answers = { listMembers: listed([member]), listProjects: listed([]), listInvitations: listed([]) };

test("removes a member only after asking", async () => {
  const { user, sent } = renderScreen(<MembersPage viewer={ADA} />, { answers });
  await user.click(await screen.findByLabelText("Actions for Ben"));
  await user.click(screen.getByText("Remove", { selector: "[role=menuitem]" }));
  expect(sent.some(({ id }) => id === "removeMember")).toBe(false);
  await user.click(screen.getByText(/^Remove/, { selector: "dialog button" }));
  await waitFor(() => expect(sent.find(({ id }) => id === "removeMember")?.params).toEqual({ userId: "2" }));
});

test("shows members to a member, who can only leave", async () => {
  const viewer = { ...ADA, user: { ...ADA.user, id: 2, role: "member" as const } };
  const { user } = renderScreen(<MembersPage viewer={viewer} />, { answers });
  await user.click(await screen.findByLabelText("Actions for Ben"));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent?.trim())).toEqual([
    "Leave organization",
  ]);
  expect(screen.queryByText("Invite member")).toBeNull();
});

test("revokes a key only after asking", async () => {
  const key = {
    id: 4,
    name: "Terraform",
    kind: "project",
    platform: "read",
    uptime: "write",
    created_at: AT,
  };
  const { user, sent } = renderScreen(<KeysCard viewer={ADA} />, {
    answers: { listKeys: listed([{ ...key, expires_at: null, last_used_at: null, prefix: "prj_" }]) },
  });
  await user.click(await screen.findByText(/^Revoke/, { selector: "button" }));
  expect(sent.some(({ id }) => id === "revokeKey")).toBe(false);
  await user.click(screen.getByText(/^Revoke/, { selector: "dialog button" }));
  await waitFor(() => expect(sent.find(({ id }) => id === "revokeKey")?.params).toEqual({ keyId: "4" }));
});

test("shows when each key expires, and warns once that is near", async () => {
  const key = { kind: "project", platform: "read", uptime: "write", created_at: AT, last_used_at: null };
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const keys = [null, at(90), at(3), at(-1)].map((expires_at, id) => ({
    ...key,
    id,
    name: `K${id}`,
    expires_at,
  }));
  renderScreen(<KeysCard viewer={ADA} />, { answers: { listKeys: listed(keys) } });
  expect(await screen.findByText(/never expires/)).toBeDefined();
  const words = screen.getAllByText(/^expire[sd]/).map((part) => [part.textContent, part.className]);
  expect(words).toEqual([
    [expect.stringMatching(/^expires (?!in )/), ""],
    [expect.stringMatching(/^expires in /), "text-warn"],
    [expect.stringMatching(/^expired .* ago$/), "text-down"],
  ]);
});

test("ends another session, but not the one in use", async () => {
  const session = { user_agent: null, address: "192.0.2.1", created_at: AT, last_seen_at: AT };
  const { user, sent } = renderScreen(<SessionsCard />, {
    answers: {
      listOwnSessions: listed([
        { ...session, id: 1, current: true },
        { ...session, id: 2, current: false },
      ]),
    },
  });
  const [end] = await screen.findAllByText(/^(End|Sign out)$/, { selector: "button" });
  await user.click(end as HTMLElement);
  await waitFor(() =>
    expect(sent.find(({ id }) => id === "endOwnSession")?.params).toEqual({ sessionId: "2" }),
  );
});

test("filters the audit log from its first page, and shows each value before and after", async () => {
  const entry = {
    id: 7,
    action: "monitor.updated",
    actor: { type: "api_key", id: 4, label: "Terraform" },
    project: { id: 1, name: "Shop" },
    subject: { type: "monitor", id: 1, label: "Checkout" },
    detail: { address: "192.0.2.1", changes: { interval: { from: 60, to: 30 } } },
    created_at: AT,
  };
  const { user, sent } = renderScreen(<AuditLog />, {
    at: "/settings/audit-log?page=3",
    answers: { listAuditLog: listed([entry], 90), listMembers: listed([member]) },
  });
  expect(await screen.findByText("API key · Shop · 192.0.2.1")).toBeDefined();
  expect(screen.getByText("60", { selector: "del" }).parentElement?.textContent).toContain("→ 30");
  await user.selectOptions(screen.getByLabelText("Member"), await screen.findByText("Ben"));
  const last = () => sent.filter(({ id }) => id === "listAuditLog").at(-1)?.query;
  await waitFor(() => expect(last()?.get("user_id")).toBe("2"));
  expect(last()?.get("page")).toBe("1");
});

const device = {
  id: 3,
  fingerprint: "f".repeat(43),
  service: "updates.push.services.mozilla.com",
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  created_at: AT,
  last_success_at: null,
  last_failure_at: null,
  last_failure: null,
};
const ignore = async () => undefined;

test("says why this browser can't show notifications, and still lists the others", async () => {
  renderScreen(<NotificationsCard />, { answers: { listPushDevices: listed([device]) } });
  expect(await screen.findByText(/^Not (supported|available)/)).toBeDefined();
  expect(screen.queryByText("Turn on")).toBeNull();
  expect(await screen.findByText("no notifications yet", { exact: false })).toBeDefined();
});

test("says that this browser blocks notifications before it knows its subscription, so that nothing moves later", () => {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("Notification", { permission: "denied" });
  vi.stubGlobal("PushManager", {});
  const serviceWorker = { getRegistration: () => new Promise(() => undefined) };
  vi.stubGlobal("navigator", { serviceWorker });
  onTestFinished(() => void vi.unstubAllGlobals());
  renderScreen(<NotificationsCard />);
  expect(screen.getByText("Blocked by this browser")).toBeDefined();
});

test("names a browser's last failure until a notification gets through", () => {
  const failed = { ...device, last_failure_at: "2026-11-21T07:00:00Z", last_failure: "410 Gone" };
  const row = (part: object) => (
    <ul>
      <PushDeviceRow device={{ ...failed, ...part }} isOwn={false} onRemoved={ignore} />
    </ul>
  );
  // Times are whole seconds, so a failure may follow a success at the same time.
  for (const delivered of [AT, failed.last_failure_at]) {
    const { unmount } = renderScreen(row({ last_success_at: delivered }));
    expect(screen.getByText(/410 Gone/)).toBeDefined();
    unmount();
  }
  renderScreen(row({ last_success_at: "2026-11-21T08:00:00Z" }));
  expect(screen.queryByText(/410 Gone/)).toBeNull();
});

test("shows why the push service rejected a test", async () => {
  const reason = "The push service answered 410 Gone.";
  const { user } = renderScreen(<PushDeviceRow device={device} isOwn={false} onRemoved={ignore} />, {
    answers: { testPushDevice: { outcome: "rejected", reason } },
  });
  await user.click(screen.getByLabelText(/^Send a test to Firefox/));
  expect(await screen.findByText(reason)).toBeDefined();
});

test("applies a theme at once and keeps it for the server", async () => {
  const { user } = renderScreen(<ThemeCard />);
  await user.click(screen.getByLabelText("Dark"));
  expect([document.documentElement.dataset.theme, document.cookie]).toEqual([
    "dark",
    expect.stringContaining("=dark"),
  ]);
  await user.click(screen.getByLabelText("System"));
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(document.cookie).not.toContain("=dark");
});

test("warns before the last recovery code is used, and generates new ones", async () => {
  const codes = ["aaaa-bbbb", "cccc-dddd"];
  const { user, bodiesOf } = renderScreen(<TwoFactorCard />, {
    answers: {
      getTwoFactor: { enabled: true, enabled_at: AT, recovery_codes_left: 1 },
      renewRecoveryCodes: { recovery_codes: codes },
    },
  });
  expect(await screen.findByText(/running low on recovery codes/)).toBeDefined();
  expect(screen.getByText(/1 recovery code left/)).toBeDefined();
  await user.click(screen.getByText("Generate new codes", { selector: "button" }));
  await user.type(screen.getByLabelText("Code"), "123456");
  await user.click(screen.getByText("Generate codes"));
  expect(await screen.findByText(/aaaa-bbbb/)).toBeDefined();
  expect(bodiesOf("renewRecoveryCodes")).toEqual([{ code: "123456" }]);
});

test("sets up two-factor sign-in for an account without it", async () => {
  const { user } = renderScreen(<TwoFactorCard />, {
    answers: { getTwoFactor: { enabled: false, enabled_at: null, recovery_codes_left: 0 } },
  });
  await user.click(await screen.findByText("Turn on"));
  expect(screen.getByLabelText("Your password")).toBeDefined();
});

const events = (text: string) => new Response(text, { headers: { "content-type": "text/event-stream" } });
const unavailable = new ApiError(503, "The database is starting. Try again in a few seconds.");

test("saves the address that was checked, even if another one was typed afterward", async () => {
  const { user, bodiesOf } = renderScreen(<FirstRun viewer={ADA} hasMail />, {
    answers: {
      createMonitor: aMonitor(),
      checkUnsavedMonitor: () => events('event: done\ndata: {"regions":[]}\n\n'),
    },
  });
  await user.type(screen.getByLabelText("Address"), "https://shop.example.com");
  await user.click(screen.getByText("Run check"));
  const save = await screen.findByText("Check this every 30 seconds");
  await user.clear(screen.getByLabelText("Address"));
  await user.type(screen.getByLabelText("Address"), "https://other.example.com");
  await user.click(save);
  expect(await screen.findByText("Monitoring Shop")).toBeDefined();
  expect(bodiesOf("createMonitor")).toMatchObject([{ request: { url: "https://shop.example.com" } }]);
});

test("says that the connection was lost when a check's events end early", async () => {
  const { user } = renderScreen(<FirstRun viewer={ADA} hasMail />, {
    answers: { checkUnsavedMonitor: () => events(": heartbeat\n\n") },
  });
  await user.type(screen.getByLabelText("Address"), "https://shop.example.com");
  await user.click(screen.getByText("Run check"));
  expect(
    await screen.findByText("The connection was lost before the check finished. Run it again."),
  ).toBeDefined();
});

test("offers the button again with the reason when the demo project can't be opened", async () => {
  const { user } = renderScreen(<ExploreDemo />, {
    answers: { createDemo: { id: 9, name: "Demo" }, switchProject: () => Promise.reject(unavailable) },
  });
  await user.click(screen.getByText("Explore with demo data"));
  expect(await screen.findByText(unavailable.message)).toBeDefined();
  await waitFor(() =>
    expect(screen.getByText<HTMLButtonElement>("Explore with demo data").disabled).toBe(false),
  );
});

test("a second try adds neither the integration nor a rule twice", async () => {
  const rules: { event: string }[] = [];
  let tries = 0;
  const createAlertRule = ({ body }: { body: unknown }) => {
    tries += 1;
    if (tries === 2) throw unavailable;
    rules.push(body as { event: string });
    return { id: tries };
  };
  const { user, bodiesOf } = renderScreen(<MailStep viewer={ADA} />, {
    answers: { createIntegration: { id: 4 }, createAlertRule, listAlertRules: () => listed(rules) },
  });
  await user.click(screen.getByText("Turn on alerts"));
  expect(await screen.findByText(unavailable.message)).toBeDefined();
  await user.click(screen.getByText("Turn on alerts"));
  expect(await screen.findByText("Alerts go to ada@example.com")).toBeDefined();
  expect(bodiesOf("createIntegration")).toHaveLength(1);
  expect(rules.map(({ event }) => event)).toEqual(["uptime.incident.created", "uptime.incident.recovered"]);
});
