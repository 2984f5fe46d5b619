import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { laterPart, lazyPart } from "./lazy-part";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const Part = () => <p>Here</p>;

/** Fails like a script whose server is restarting, then loads. */
function failing<Loaded>(times: number, loaded: Loaded): () => Promise<Loaded> {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= times) throw new Error("Failed to load chunk");
    return loaded;
  };
}

test.each([
  ["later", laterPart(failing(3, { default: Part }))],
  ["on request", lazyPart(failing(3, Part))],
])("a part that loads %s waits for a server that is restarting", async (_, Loaded) => {
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
