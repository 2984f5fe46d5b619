import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// Every test starts from an empty page and an empty storage, because the component tests share one window.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
