import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { listed } from "@/lib/testing/screen/api";
import { ADA, renderScreen } from "@/lib/testing/screen/render";
import { KeysCard } from "./keys-card";
import { MembersPage } from "./members-page";
import { SessionsCard } from "./sessions-card";

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
