// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Providers } from "@/components/shell/providers";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { Composer } from "./composer";

const incident = {
  id: 7,
  type: "manual",
  title: "Checkout is slow",
  public_title: null,
  state: "investigating",
  status: "ongoing",
  impact: "unknown",
  monitors: [] as number[],
} as Incident;
const open = () =>
  render(
    <Providers>
      <Composer incident={incident} />
    </Providers>,
  );
const post = () => screen.getByRole("button", { name: "Post an update" });

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json({ data: [], meta: {}, links: { next: null } }));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("hides the form until it's asked for, and returns focus when it closes", async () => {
  open();
  expect(screen.queryByLabelText("Message")).toBeNull();
  await userEvent.click(post());
  expect(document.activeElement).toBe(screen.getByLabelText("Message"));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(document.activeElement).toBe(post());
});

test("opens with an unsent draft, for the audience it was written for", async () => {
  open();
  await userEvent.click(post());
  await userEvent.click(screen.getByLabelText("Private comment"));
  await userEvent.type(screen.getByLabelText("Comment"), "The cache is cold.");
  cleanup();
  open();
  expect((screen.getByLabelText("Comment") as HTMLTextAreaElement).value).toBe("The cache is cold.");
});

test("closes the composer once the update is posted", async () => {
  open();
  await userEvent.click(post());
  await userEvent.type(screen.getByLabelText("Message"), "Fixed.");
  await userEvent.click(screen.getByRole("button", { name: "Post update" }));
  expect(await screen.findByRole("button", { name: "Post an update" })).toBeTruthy();
  expect(localStorage.length).toBe(0);
});
