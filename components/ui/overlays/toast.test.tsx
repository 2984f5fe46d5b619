import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastProvider, useToast } from "./toast";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function Action({ undo }: { undo?: () => void }) {
  const show = useToast();
  return (
    <button type="button" onClick={() => show("Monitor paused", undo ? { undo } : {})}>
      Pause
    </button>
  );
}

function showToast(undo?: () => void): void {
  render(<ToastProvider>{undo ? <Action undo={undo} /> : <Action />}</ToastProvider>);
  fireEvent.click(screen.getByText("Pause"));
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));
const isShown = () => screen.queryByText("Monitor paused") !== null;

test("disappears by itself", () => {
  showToast();
  pass(5);
  expect(isShown()).toBe(true);
  pass(2);
  expect(isShown()).toBe(false);
});

test("leaves time to reach Undo with the keyboard", () => {
  showToast(() => undefined);
  pass(19);
  expect(isShown()).toBe(true);
  pass(2);
  expect(isShown()).toBe(false);
});

test("stays while Undo has the focus or the pointer is on it, and disappears afterward", () => {
  showToast(() => undefined);
  const undo = screen.getByRole("button", { name: "Undo: Monitor paused" });
  fireEvent.focus(undo);
  pass(60);
  expect(isShown()).toBe(true);
  fireEvent.blur(undo);
  fireEvent.pointerEnter(undo);
  pass(60);
  expect(isShown()).toBe(true);
  fireEvent.pointerLeave(undo);
  pass(21);
  expect(isShown()).toBe(false);
});

test("undoes once, closes, and delays no later toast", () => {
  const undo = vi.fn();
  showToast(undo);
  const button = screen.getByRole("button", { name: "Undo: Monitor paused" });
  fireEvent.focus(button);
  fireEvent.click(button);
  expect(undo).toHaveBeenCalledTimes(1);
  expect(isShown()).toBe(false);
  fireEvent.click(screen.getByText("Pause"));
  pass(21);
  expect(isShown()).toBe(false);
});

test("keeps a toast whose Undo has the focus when later toasts arrive", () => {
  showToast(() => undefined);
  const undo = screen.getByRole("button", { name: "Undo: Monitor paused" });
  fireEvent.focus(undo);
  for (let more = 0; more < 3; more += 1) fireEvent.click(screen.getByText("Pause"));
  expect(screen.getAllByText("Monitor paused")).toHaveLength(4);
  fireEvent.blur(undo);
  pass(21);
  expect(isShown()).toBe(false);
});
