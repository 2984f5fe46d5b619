import { expect, test } from "vitest";
import { PREVIEW_STATES } from "@/lib/contract/status-pages/preview-states";
import { pageInput } from "@/lib/testing/pages/page-fixture";
import { buildModel } from "./build-model";
import { withState } from "./simulated-state";

const OPTIONS = { monitors: 10, past: 2, grouped: true, window: true };

test.each(PREVIEW_STATES)("shows a page in trouble as %s, with one component affected at most", (state) => {
  const model = buildModel(withState(pageInput({ ...OPTIONS, open: true }), state));
  expect(model.state).toBe(state);
  expect(model.affected.map((monitor) => monitor.state)).toEqual(state === "operational" ? [] : [state]);
});

test("keeps past incidents and planned maintenance", () => {
  const input = pageInput({ ...OPTIONS, open: false });
  const model = buildModel(withState(input, "operational"));
  expect(model.incidents).toEqual(buildModel(input).incidents);
  expect(model.windows.map(({ state }) => state)).toEqual(["scheduled"]);
});

test("a sample incident has an update, and a sample window is running", () => {
  const input = pageInput({ ...OPTIONS, open: false });
  expect(buildModel(withState(input, "major_outage")).incidents[0]?.updates).toHaveLength(1);
  expect(buildModel(withState(input, "maintenance")).windows[0]?.state).toBe("in_progress");
});

test("a page without components shows the sample incident as one of the whole page", () => {
  const model = buildModel(
    withState(pageInput({ ...OPTIONS, monitors: 0, past: 0, open: false, grouped: false }), "major_outage"),
  );
  expect(model.state).toBe("major_outage");
});
