import { act, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { laterPart, lazyPart, loadParts } from "./lazy-part";
import { useFirstInput } from "./use-first-input";

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

test("a part of a page waits even after the first input", async () => {
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

function Page({ work }: { work: () => void }) {
  useFirstInput(work);
  return null;
}

test("parts load with the first input", () => {
  const work = vi.fn();
  render(<Page work={work} />);
  expect(work).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: "a" });
  fireEvent.keyDown(document.body, { key: "b" });
  vi.advanceTimersByTime(120_000);
  expect(work).toHaveBeenCalledOnce();
});

test("parts load after a minute without input, before an update removes their files", () => {
  const work = vi.fn();
  render(<Page work={work} />);
  vi.advanceTimersByTime(61_000);
  fireEvent.keyDown(document.body, { key: "a" });
  expect(work).toHaveBeenCalledOnce();
});
