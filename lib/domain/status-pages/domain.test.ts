import { expect, test } from "vitest";
import { domainProblem } from "./domain";

const claim = { domain: "status.example.com", targets: ["acme.status.host"], proof: "vedette-1" };

test.each([
  ["a CNAME to the page's host", { cname: ["acme.status.host"], txt: [] }],
  ["an uppercase CNAME with a trailing dot", { cname: ["ACME.Status.Host."], txt: [] }],
  ["the proof as TXT, whatever the CNAME", { cname: ["proxy.example.net"], txt: ["other", "vedette-1"] }],
])("%s proves the domain", (_, records) => {
  expect(domainProblem(claim, records)).toBeNull();
});

test.each([
  ["nothing", { cname: [], txt: [] }],
  ["a CNAME elsewhere", { cname: ["elsewhere.example.net"], txt: [] }],
  ["a CNAME below the host", { cname: ["x.acme.status.host"], txt: [] }],
  ["another page's proof", { cname: [], txt: ["vedette-2"] }],
])("%s proves nothing", (_, records) => {
  expect(domainProblem(claim, records)).toContain("a CNAME record status.example.com → acme.status.host");
});

test("the message names what is required and what was found", () => {
  expect(domainProblem(claim, { cname: ["Elsewhere.example.net."], txt: [] })).toBe(
    "The domain needs a CNAME record status.example.com → acme.status.host, or a TXT record _vedette.status.example.com with the text vedette-1; found a CNAME record to elsewhere.example.net.",
  );
  expect(domainProblem({ ...claim, targets: [] }, { cname: [], txt: [] })).toBe(
    "The domain needs a TXT record _vedette.status.example.com with the text vedette-1; found no CNAME record.",
  );
});
