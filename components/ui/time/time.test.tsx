import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ClockTimes } from "./clock-times";
import { Time } from "./time";
import { ViewerZone } from "./viewer-zone";

const AT = "2026-07-01T22:30:00Z";
const written = (zone: string | null, locale?: string) =>
  renderToString(
    <ViewerZone zone={zone} locale={locale}>
      <Time at={AT} as="date" />
    </ViewerZone>,
  );

test("the server writes dates in the viewer's time zone, so that they don't change after hydration", () => {
  expect(written("Asia/Kolkata")).toContain(">Jul 2, 2026, 04:00<");
});

test("names the zone of dates while the server doesn't know the viewer's", () => {
  expect(written(null)).toContain(">Jul 1, 2026, 22:30 UTC<");
});

const writtenText = (zone: string | null, text = "up since 20:07:12 UTC, until 20:37:12 UTC") =>
  renderToString(
    <ViewerZone zone={zone}>
      <ClockTimes text={text} at="2026-11-24T20:07:30Z" />
    </ViewerZone>,
  )
    .replaceAll("<!-- -->", "")
    .replaceAll(/<time[^>]*title="([^"]*)"[^>]*>([^<]*)<\/time>/g, "[$2|$1]");

test("writes clock times of a text in the viewer's time zone, with its name and UTC on hover", () => {
  expect(writtenText("America/Los_Angeles")).toBe(
    "up since [12:07:12|12:07:12 PST · Nov 24, 2026, 20:07:12 UTC], until [12:37:12|12:37:12 PST · Nov 24, 2026, 20:37:12 UTC]",
  );
});

test("writes the date with the time where the text has it", () => {
  expect(writtenText("America/Los_Angeles", "failing since 2026-11-25 01:07:12 UTC from Paris")).toBe(
    "failing since [Nov 24, 2026, 17:07:12|17:07:12 PST · Nov 25, 2026, 01:07:12 UTC] from Paris",
  );
});

test("leaves them in UTC while the viewer's time zone isn't known", () => {
  expect(writtenText(null)).toBe(
    "up since [20:07:12 UTC|Nov 24, 2026, 20:07:12 UTC], until [20:37:12 UTC|Nov 24, 2026, 20:37:12 UTC]",
  );
});

test("writes dates as the browser's locale does, on a 24-hour clock", () => {
  expect(written("Asia/Kolkata", "en-GB")).toContain(">2 Jul 2026, 04:00<");
  expect(written("Asia/Kolkata", "de")).toContain(">02.07.2026, 04:00<");
  expect(written("America/Los_Angeles", "en-US")).toContain(">Jul 1, 2026, 15:30<");
});
