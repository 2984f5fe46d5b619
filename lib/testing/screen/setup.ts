import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

// The default of one second is too short for a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// Every test starts from an empty page and an empty storage, because the component tests share one window.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});

// A part that is still loading when the window closes would fail to load in the next file.
afterAll(() => vi.dynamicImportSettled());
