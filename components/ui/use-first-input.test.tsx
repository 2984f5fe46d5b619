import { fireEvent, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useFirstInput } from "./use-first-input";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function Page({ work }: { work: () => void }) {
  useFirstInput(work);
  return null;
}

test("works with the first input", () => {
  const work = vi.fn();
  render(<Page work={work} />);
  expect(work).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: "a" });
  fireEvent.keyDown(document.body, { key: "b" });
  vi.advanceTimersByTime(120_000);
  expect(work).toHaveBeenCalledOnce();
});

test("works without an input after a minute, before an update removes what a tab in the background needs", () => {
  const work = vi.fn();
  render(<Page work={work} />);
  vi.advanceTimersByTime(61_000);
  fireEvent.keyDown(document.body, { key: "a" });
  expect(work).toHaveBeenCalledOnce();
});
