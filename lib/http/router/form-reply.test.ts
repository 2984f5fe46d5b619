import { beforeAll, expect, test } from "vitest";
import { FORM_KEY } from "@/lib/shared/form-key";
import { codeOf, fromBase32 } from "@/lib/testing/accounts/authenticator";
import { signedIn } from "@/lib/testing/accounts/person";
import { setPasswords, TEST_PASSWORD, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { viaDispatch } from "@/lib/testing/api";

const accounts = useAccounts();
beforeAll(setPasswords);

const ORIGIN = "http://localhost:3000";
const BOUNDARY = "form";

/** Sends a form as a browser without scripts does, from a page. */
function submit(
  page: string,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return viaDispatch({
    method: "POST",
    path: `/api${path}`,
    search: "",
    headers: {
      ...{ accept: "text/html,*/*;q=0.8", origin: ORIGIN, referer: `${ORIGIN}${page}` },
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      ...headers,
    },
    body: Buffer.from(`${parts.join("")}--${BOUNDARY}--\r\n`),
  });
}

test("leads a sign-in without scripts to the page that asked for it, never to another site", async () => {
  const credentials = { email: `ada-${accounts.organizationId}@example.com`, password: TEST_PASSWORD };
  for (const [next, location] of [
    ["/incidents/5", "/incidents/5"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["https://evil.example", "/"],
  ] as const) {
    const reply = await submit(`/sign-in?next=${encodeURIComponent(next)}`, "/session", credentials);
    expect([reply.status, reply.headers.Location]).toEqual([303, location]);
    expect(reply.headers["Set-Cookie"]).toContain("HttpOnly");
  }
  expect((await submit("//evil.example/", "/session", credentials)).headers.Location).toBe("/");
});

test("acknowledges an incident without a body, with the session's cookie, and leads back to it", async () => {
  const ada = await signedIn(`ada-${accounts.organizationId}@example.com`);
  const incident = { title: "Slow", impact: "unknown" };
  const made = await ada.post("/uptime/incidents", incident, { "content-type": "application/json" });
  const path = `/uptime/incidents/${made.body.id}/acknowledge`;
  const reply = await submit(`/incidents/${made.body.id}`, path, {}, { cookie: ada.cookie });
  expect([reply.status, reply.headers.Location]).toEqual([303, `/incidents/${made.body.id}`]);
  expect((await ada.get(`/uptime/incidents/${made.body.id}`)).body.acknowledged_by).toBe("Ada");
  const foreign = await submit("/", path, {}, { cookie: ada.cookie, origin: "https://evil.example" });
  expect(foreign.status).toBe(403);
});

test("says why in words, and refuses a form of another site", async () => {
  const wrong = await submit("/sign-in", "/session", { email: "<b>@example.com", password: "wrong" });
  expect(wrong.status).toBeGreaterThanOrEqual(400);
  expect(wrong.headers["Content-Type"]).toBe("text/html; charset=utf-8");
  expect(wrong.body).not.toContain("<b>");
  expect(wrong.body).toContain('<a href="/sign-in">Back</a>');
  const credentials = { email: "ada@example.com", password: "wrong" };
  const foreign = await submit("/", "/session", credentials, { origin: "https://evil.example" });
  expect(foreign.status).toBe(403);
});

test("answers scripts and API clients as ever", async () => {
  const reply = await submit("/sign-in", "/session", {}, { accept: "application/json" });
  expect(reply.headers["Content-Type"]).toContain("application/json");
});

test("posts an update once though the button was pressed twice, and again from the page that shows it", async () => {
  const ada = await signedIn(`ada-${accounts.organizationId}@example.com`);
  const incident = { title: "Slow", impact: "unknown" };
  const made = await ada.post("/uptime/incidents", incident, { "content-type": "application/json" });
  const path = `/uptime/incidents/${made.body.id}/updates`;
  const press = (rendering: string, content: string) =>
    submit(
      `/incidents/${made.body.id}`,
      path,
      { [FORM_KEY]: rendering, state: "investigating", content },
      { cookie: ada.cookie },
    );
  for (const [rendering, content, posted] of [
    ["1", "Investigating.", 1],
    ["1", "Investigating.", 1],
    ["1", "Found it.", 2],
    ["2", "Investigating.", 3],
  ] as const) {
    expect((await press(rendering, content)).status).toBe(303);
    expect((await ada.get(path)).body.data).toHaveLength(posted);
  }
});

test("asks for the code of two-factor sign-in on the same page", async () => {
  const email = `ben-${accounts.organizationId}@example.com`;
  const ben = await signedIn(email);
  const begun = await ben.post("/account/two-factor", { current_password: TEST_PASSWORD });
  await ben.post("/account/two-factor/confirm", { code: codeOf(fromBase32(begun.body.secret)) });
  const credentials = { email, password: TEST_PASSWORD };
  const asked = await submit("/sign-in?next=%2Fincidents%2F5", "/session", credentials);
  expect([asked.status, asked.headers.Location]).toEqual([303, "/sign-in?next=%2Fincidents%2F5&code=1"]);
  const again = await submit("/sign-in?next=%2Fincidents%2F5&code=1", "/session", credentials);
  expect([again.status, again.body]).toEqual([422, expect.stringContaining("code=1")]);
});

test("posts the same words for each of two people whose pages show the same", async () => {
  const people = await Promise.all(
    ["ada", "cleo"].map((name) => signedIn(`${name}-${accounts.organizationId}@example.com`)),
  );
  const incident = { title: "Slow", impact: "unknown" };
  const made = await people[0]?.post("/uptime/incidents", incident, { "content-type": "application/json" });
  const path = `/uptime/incidents/${made?.body.id}/updates`;
  const fields = { [FORM_KEY]: "1", state: "investigating", content: "Still investigating." };
  for (const person of people)
    expect((await submit("/incidents/1", path, fields, { cookie: person.cookie })).status).toBe(303);
  expect((await people[0]?.get(path))?.body.data).toHaveLength(2);
});
