import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Confirm } from "./confirm";

test("asks for the name again when it was already typed once", () => {
  // A screen shows two blanks as one.
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
function Delete({ open = true, typed }: { open?: boolean; typed: string }) {
  const ignore = () => undefined;
  return (
    <Confirm open={open} typed={typed} onClose={ignore} onConfirm={ignore} title="Delete?" action="Delete">
      You can't undo this.
    </Confirm>
  );
}
