import { act, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Dialog } from "./dialog";
import { Menu, MenuItem } from "./menu";

const SHARE = (
  <section hidden>
    <Dialog open onClose={() => undefined} title="Share">
      Copy the link
    </Dialog>
  </section>
);

test("stays visible when the part of the page that opened it is hidden", () => {
  render(SHARE);
  expect(screen.getByRole("dialog", { name: "Share" }).closest("section")).toBeNull();
});

test("opens a dialog of a server-rendered page once the page is hydrated", async () => {
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(SHARE);
  expect(screen.queryByText("Copy the link")).toBeNull();
  await act(async () => void render(SHARE, { container, hydrate: true }));
  expect(screen.getByRole<HTMLDialogElement>("dialog").open).toBe(true);
});

test("a dialog that a menu opens gives the focus back to the menu's button", () => {
  render(
    <Menu label="Actions" trigger="…" triggerClass="">
      <MenuItem onSelect={() => undefined}>Edit…</MenuItem>
    </Menu>,
  );
  const button = screen.getByRole("button", { name: "Actions" });
  fireEvent.click(button);
  fireEvent.click(screen.getByRole("menuitem"));
  expect(screen.queryByRole("menuitem")).toBeNull();
  // A dialog remembers what has the focus when it opens.
  expect(document.activeElement).toBe(button);
});
