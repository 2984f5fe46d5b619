import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { listed } from "@/lib/testing/screen/api";
import { renderScreen } from "@/lib/testing/screen/render";
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
