import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { laterPart, lazyPart, loadParts } from "./lazy-part";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const Part = () => <p>Here</p>;

/** Fails like a script whose server is restarting for five seconds, then loads. */
function failing<Loaded>(loaded: Loaded): () => Promise<Loaded> {
  const begun = Date.now();
  return async () => {
    if (Date.now() - begun < 5000) throw new Error("Failed to load chunk");
    return loaded;
  };
}

test.each([
  ["later", () => laterPart(failing({ default: Part }))],
  ["on request", () => lazyPart(failing(Part))],
])("a part that loads %s waits for a server that is restarting", async (_, make) => {
  const Loaded = make();
  render(
    <Suspense fallback={<p>Loading</p>}>
      <Loaded />
    </Suspense>,
  );
  await act(() => vi.advanceTimersByTimeAsync(1000 + 2000));
  expect(screen.queryByText("Here")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(screen.queryByText("Here")).not.toBeNull();
});

test("a part of a page that had its first input waits, too", async () => {
  loadParts();
  const Loaded = lazyPart(failing(Part));
  render(
    <Suspense fallback={<p>Loading</p>}>
      <Loaded />
    </Suspense>,
  );
  await act(() => vi.advanceTimersByTimeAsync(7000));
  expect(screen.queryByText("Here")).not.toBeNull();
});
