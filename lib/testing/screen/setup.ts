import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// The default of one second is too short for a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// Every test starts from an empty page and an empty storage, because the component tests share one window.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
