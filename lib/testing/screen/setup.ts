import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A busy machine may need longer than the default of one second, for example to load a part of a page.
configure({ asyncUtilTimeout: 10_000 });

// Every test starts from an empty page and an empty storage, because the component tests share one window.
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
