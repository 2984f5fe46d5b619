import { expect, test } from "vitest";
import { refusedByLeftover } from "./postmaster";

test.each([
  ['FATAL:  lock file "postmaster.pid" already exists\nHINT:  Is another postmaster running?', true],
  ["FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use", true],
  ['FATAL:  could not create lock file "postmaster.pid": Permission denied', false],
  ['ERROR:  database "kept" already exists', false],
])("tells that processes of an earlier server remain: %s: %s", (lines, expected) => {
  expect(refusedByLeftover(lines)).toBe(expected);
});
