import { expect, test } from "vitest";
import { incidentsAddress, isFilteredIncidents, readIncidentFilter } from "./filter";

const read = (address: string) => readIncidentFilter(new URL(address, "https://example.com").searchParams);

test("reads a filter back from its URL", () => {
  const filter = { search: "pay & go", monitor: [4, 7], tag: ["team:web"], openPage: 2, page: 3 };
  expect(read(incidentsAddress(filter))).toEqual(filter);
  expect(incidentsAddress({ search: "", monitor: [], tag: [], openPage: 1, page: 1 })).toBe("/incidents");
});

test("drops invalid values of an old link", () => {
  const filter = read("/incidents?monitor=x,-1,5&page=0&open=-3");
  expect(filter).toEqual({ search: "", monitor: [5], tag: [], openPage: 1, page: 1 });
  expect(isFilteredIncidents(filter)).toBe(true);
  expect(read("/incidents?tag=Shop,team:web&search=a%00b")).toMatchObject({
    tag: ["team:web"],
    search: "ab",
  });
});
