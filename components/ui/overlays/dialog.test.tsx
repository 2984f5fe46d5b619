import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { lazy, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { SignInForm } from "@/components/accounts/sign-in-form";
import { Confirm } from "./confirm";
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

test("focuses the first field of a dialog, even when its form loads later", async () => {
  let arrive: (form: { default: () => ReactNode }) => void = () => undefined;
  const Form = lazy(() => new Promise<{ default: () => ReactNode }>((resolve) => (arrive = resolve)));
  render(
    <Dialog open onClose={() => undefined} title="Add">
      <Form />
    </Dialog>,
  );
  await act(async () => arrive({ default: () => <input aria-label="Name" /> }));
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));
});

test("focuses the field that is left to fill in, if the form marks it", () => {
  render(
    <Dialog open onClose={() => undefined} title="Sign in again">
      <SignInForm email="ada@example.com" />
    </Dialog>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
});

test("focuses Cancel before a destructive action, and the field when a name must be typed", () => {
  render(<Delete />);
  expect(document.activeElement?.textContent).toBe("Cancel");
  cleanup();
  render(<Delete typed="Shop" />);
  expect(document.activeElement).toBe(screen.getByLabelText("Type Shop to confirm"));
});

test("asks for the name again when it was already typed once", () => {
  // A screen shows two spaces as one.
  const { rerender } = render(<Delete typed="My  shop" />);
  const type = (value: string) => fireEvent.change(screen.getByRole("textbox"), { target: { value } });
  const isAllowed = () =>
    screen.getByRole<HTMLButtonElement>("button", { name: "Delete" }).disabled === false;
  expect(isAllowed()).toBe(false);
  type("my shop");
  expect(isAllowed()).toBe(false);
  type("My shop ");
  expect(isAllowed()).toBe(true);
  rerender(<Delete typed="My  shop" open={false} />);
  rerender(<Delete typed="My  shop" />);
  expect(isAllowed()).toBe(false);
});
function Delete({ open = true, ...rest }: { open?: boolean; typed?: string }) {
  const ignore = () => undefined;
  return (
    <Confirm {...rest} open={open} onClose={ignore} onConfirm={ignore} title="Delete?" action="Delete">
      You can't undo this.
    </Confirm>
  );
}
