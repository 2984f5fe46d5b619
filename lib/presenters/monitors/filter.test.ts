import { expect, test } from "vitest";
import { MONITOR_STATUSES as CONTRACT } from "@/lib/contract/monitors/fields";
import { filterSearch, readFilter } from "./filter";
import { MONITOR_STATUSES } from "./words";

test("reads a filter back from its URL", () => {
  const filter = {
    search: "shop & co",
    status: ["offline", "partial"],
    protocol: ["http"],
    tag: ["team:web"],
    region: [],
    page: 3,
  };
  expect(readFilter(new URLSearchParams(filterSearch(filter)), ["http", "tcp"])).toEqual(filter);
});
test("drops invalid values of an old link", () => {
  expect(
    readFilter(new URLSearchParams("status=broken,online&protocol=ftp,tcp&page=-4"), ["tcp"]),
  ).toMatchObject({
    status: ["online"],
    protocol: ["tcp"],
    page: 1,
  });
});
test("offers the contract's monitor statuses", () => {
  expect([...MONITOR_STATUSES]).toEqual([...CONTRACT]);
});
