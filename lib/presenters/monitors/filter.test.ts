import { expect, test } from "vitest";
import { MONITOR_SORTS } from "@/lib/contract/monitors/monitors";
import { filterSearch, isFiltered, monitorListInput, readFilter } from "./filter";
import { SORT_CHOICES } from "./sort-words";

test("reads a filter back from its URL", () => {
  const filter = {
    search: "shop & co",
    status: ["offline", "partial"],
    protocol: ["http"],
    tag: ["team:web"],
    region: [],
    incident: ["7"],
    group: ["17"],
    sort: "-response_time" as const,
    page: 3,
  };
  expect(readFilter(new URLSearchParams(filterSearch(filter)), ["http", "tcp"])).toEqual(filter);
});
test("drops invalid values of an old link", () => {
  expect(
    readFilter(new URLSearchParams("status=broken,online,no_data&protocol=ftp,tcp&sort=age&page=-4"), [
      "tcp",
    ]),
  ).toMatchObject({ status: ["online", "no_data"], sort: "state", protocol: ["tcp"], page: 1 });
  expect(
    readFilter(new URLSearchParams("tag=Shop,team:web&region=moon,eu-deu-fra&page=9999999&search=a%00b"), []),
  ).toMatchObject({ tag: ["team:web"], region: ["eu-deu-fra"], page: 1, search: "ab" });
});
test("lists failing monitors first unless the URL says otherwise, and asks for the total", () => {
  const filter = readFilter(new URLSearchParams("status=no_data"), []);
  expect(monitorListInput(filter).query).toEqual({
    state: ["no_data"],
    sort: "state",
    page: 1,
    per_page: 50,
    with_total: "about",
  });
  expect(filterSearch(filter)).toBe("?status=no_data");
});
test("does not call an order a filter", () => {
  expect(isFiltered(readFilter(new URLSearchParams("sort=name"), []))).toBe(false);
  expect(isFiltered(readFilter(new URLSearchParams("tag=a"), []))).toBe(true);
});
test("offers every order of the API by name on a phone, except by age", () => {
  const offered = SORT_CHOICES.map(([sort]) => sort).sort();
  expect(offered).toEqual(MONITOR_SORTS.filter((sort) => !/^-?id$/.test(sort)).sort());
});
