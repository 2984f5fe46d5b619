import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Time } from "./time";
import { ViewerZone } from "./viewer-zone";

const AT = "2026-07-01T22:30:00Z";
const written = (zone: string | null) =>
  renderToString(
    <ViewerZone zone={zone}>
      <Time at={AT} as="date" />
    </ViewerZone>,
  );

test("the server writes dates in the viewer's time zone, so that they don't change after hydration", () => {
  expect(written("Asia/Kolkata")).toContain(">2 Jul 2026, 04:00<");
});

test("names the zone of dates while the server doesn't know the viewer's", () => {
  expect(written(null)).toContain(">1 Jul 2026, 22:30 UTC<");
});
