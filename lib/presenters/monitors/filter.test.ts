import { expect, test } from "vitest";
import { MONITOR_STATUSES as CONTRACT } from "@/lib/contract/monitors/fields";
import { filterSearch, readFilter } from "./filter";
import { MONITOR_STATUSES } from "./words";

test("a filter survives its URL", () => {
  const filter = {
    search: "shop & co",
    status: ["offline", "partial"],
    protocol: ["http"],
    tag: ["team:web"],
    region: [],
    page: 3,
  };
  expect(readFilter(new URLSearchParams(filterSearch(filter)))).toEqual(filter);
});
test("what is not allowed is left out of an old link", () => {
  expect(readFilter(new URLSearchParams("status=broken,online&page=-4"))).toMatchObject({
    status: ["online"],
    page: 1,
  });
});
test("the page's states are the contract's", () => {
  expect([...MONITOR_STATUSES]).toEqual([...CONTRACT]);
});
