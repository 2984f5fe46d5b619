import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { CopyButton } from "./copy";

test("copies without HTTPS, where browsers have no clipboard API, and keeps the focus", async () => {
  const user = userEvent.setup();
  vi.stubGlobal("navigator", { ...navigator, clipboard: undefined });
  let copied = "";
  document.execCommand = vi.fn(() => {
    copied = (document.activeElement as HTMLTextAreaElement).value;
    return true;
  });
  render(<CopyButton text="secret-token" />);
  await user.click(screen.getByText("Copy"));
  expect(await screen.findByText("Copied")).toBeDefined();
  expect(copied).toBe("secret-token");
  expect(document.activeElement?.textContent).toBe("Copied");
  expect(document.querySelector("textarea")).toBeNull();
});

test("doesn't claim that it copied what the browser refused to copy", async () => {
  const user = userEvent.setup();
  vi.stubGlobal("navigator", { ...navigator, clipboard: undefined });
  document.execCommand = () => false;
  render(<CopyButton text="secret-token" />);
  await user.click(screen.getByText("Copy"));
  expect(await screen.findByText("Select and copy the text")).toBeDefined();
});
