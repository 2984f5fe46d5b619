import { expect, test } from "vitest";
import { problemsOf } from "./rules";
import type { TextKind } from "./texts";

const problems = (text: string, kind: TextKind = "label", file = "components/alerting/rule-list.tsx") =>
  problemsOf({ kind, file, line: 1, text });

test.each<[string, TextKind?]>([
  ["Nobody is told"],
  ["Off: nobody is told"],
  ["Who learns your password can sign in"],
  ["Checks of Shop fail since 07:30"],
  ["That is no email address"],
  ["It stands in the audit log"],
  ["the page of regions"],
  ["Then make an account."],
  ["somebody resumes it"],
  ["must be at most 30; given was 45"],
  ["Empty: at once"],
  ["telling"],
  ["It is not set up"],
  ["What enters a list row", "doc"],
  ["Runs the self-check (T43).", "comment"],
  ["Runs the self-check (F19).", "comment"],
  ["As in api.md §5.", "comment"],
  ["Tell your users"],
  ["43.543 % · 4 ms"],
  ["A size that was just refused is not asked again at once", "title"],
  ["The last look failed."],
  ["one witness is enough"],
  ["the stand-in runs it"],
  ["3 failures in a row"],
  ["Region threshold"],
  ["Incident confirmations"],
  ["the server's own runner"],
  ["the runner is in doubt"],
  ["the canary failed"],
  ["the anchor answers"],
  ["the region is held"],
  ["a held recovery"],
  ["sent on after a hand-on"],
  ["Send a drill"],
  ["a sealed page"],
  ["the hourly upkeep"],
  ["the verdict of a region"],
  ["Send an e-mail"],
  ["1 to 100 monitor ids"],
  ["Enter a host name"],
  ["the colour of the banner"],
  ["hands its results in"],
  ["what the window kept back"],
  ["records what came of it"],
  ["works off the queue"],
  ["Whoever was notified"],
  ["So many are read at once.", "doc"],
  ["goes on checking"],
  ["it fails for good"],
  ["while the database is away"],
  ["must be debug, warn or error"],
  ["Turn off two-factor authentication"],
  ["The button stands below the table."],
  ["hourly roll-ups"],
  ["re-checks the target"],
  ["Afterwards, it's resumed."],
])("finds: %s", (text, kind) => {
  expect(problems(text, kind)).not.toEqual([]);
});

test.each<[string, TextKind?]>([
  ["No alerts are sent"],
  ["Off. No alerts are sent."],
  ["Anyone with your password can sign in"],
  ["Shop has been failing since 07:30"],
  ["Enter a valid email address"],
  ["It's recorded in the audit log"],
  ["the Regions page"],
  ["create an account"],
  ["until it's resumed"],
  ["timeout must be between 1,000 and 30,000 ms; got 45,000"],
  ["Leave empty to publish now"],
  ["It isn't set up"],
  ["Returns the row shown in lists", "doc"],
  ["Update posted"],
  ["43.54 % uptime · 4 ms"],
  ["does not retry a rejected batch size", "title"],
  ["the machine is gone for good"],
  ["while you were away"],
  ["Who can see this page?"],
  ["Tells two runners with one token apart.", "comment"],
  ["It is no longer needed, and there is no other."],
  ["The transaction that held the lock has ended.", "comment"],
  ["The ID is sent as X-Service-Project-Id."],
  ["Reads `held_until`, handed_on and lib/jobs/seal-all.ts.", "comment"],
  ["The row of one region's verdict.", "comment"],
  ["must be debug, warn, or error"],
  ["Use it with or without a server, with or without a token"],
  ["headers, sorted and disjoint", "comment"],
  ['<text text-anchor="middle">'],
])("accepts: %s", (text, kind) => {
  expect(problems(text, kind)).toEqual([]);
});

test("limits sentences of the user interface to 30 words", () => {
  const sentence = (words: number) => `It ${"very ".repeat(words - 2)}long.`;
  expect(problems(`${sentence(30)} ${sentence(30)}`)).toEqual([]);
  expect(problems(sentence(31))).toEqual(["a sentence must have at most 30 words; got 31"]);
  expect(problems(sentence(31), "comment")).toEqual([]);
});

test("asks for contractions in the dashboard, but not in the API reference", () => {
  expect(problems("A paused monitor is not checked.")).toHaveLength(1);
  expect(problems("A paused monitor is not checked.", "label", "lib/contract/monitors/fields.ts")).toEqual(
    [],
  );
});
