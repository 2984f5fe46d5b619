import { expect, test } from "vitest";
import { joinedTitle, massHeadline } from "./mass-title";

test("counts the monitors that joined, and names the cause that all share", () => {
  let title = "Shop is down: HTTP 503";
  for (let joined = 0; joined < 50; joined += 1) title = joinedTitle(title, "HTTP 503");
  expect(title).toBe("51 monitors went down: HTTP 503");
  expect(massHeadline(title)).toBe("51 monitors – HTTP 503");
});

test("separates thousands", () => {
  expect(joinedTitle("999 monitors went down", null)).toBe("1,000 monitors went down");
  const title = joinedTitle("1,250 monitors went down: HTTP 503", "HTTP 503");
  expect([title, massHeadline(title)]).toEqual([
    "1,251 monitors went down: HTTP 503",
    "1,251 monitors – HTTP 503",
  ]);
});

test("drops the cause permanently once one monitor fails otherwise", () => {
  const mixed = joinedTitle("Shop is down: HTTP 503", "HTTP 500");
  expect(mixed).toBe("2 monitors went down");
  expect(joinedTitle(mixed, "HTTP 500")).toBe("3 monitors went down");
  expect(massHeadline(mixed)).toBe("2 monitors");
});

test("reads the cause of a monitor whose name looks like a title, and of plain titles", () => {
  expect(joinedTitle("Shop is down: test is down: HTTP 503", "HTTP 503")).toBe(
    "2 monitors went down: HTTP 503",
  );
  expect(joinedTitle("Shop is down", null)).toBe("2 monitors went down");
  expect(massHeadline("Shop is down: HTTP 503")).toBeNull();
});
