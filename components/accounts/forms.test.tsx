import { screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Account } from "@/lib/contract/accounts/accounts";
import type { Member } from "@/lib/contract/accounts/members";
import { ApiError, invalidField } from "@/lib/contract/core/errors";
import type { ProjectDefaults } from "@/lib/contract/monitors/project-defaults";
import type { Project } from "@/lib/contract/projects/projects";
import { newDraft } from "@/lib/presenters/monitors/initial-draft";
import { listed } from "@/lib/testing/screen/api";
import { testForm } from "@/lib/testing/screen/form";
import { ADA, fill, renderScreen } from "@/lib/testing/screen/render";
import { AccountCard } from "./account-card";
import { ForgotForm } from "./forgot-form";
import { InviteDialog } from "./invitations/invite-dialog";
import { KeyDialog } from "./key-dialog";
import { MemberDialog } from "./member-dialog";
import { MonitorDefaultsCard } from "./monitor-defaults-card";
import { PasswordCard } from "./password-card";
import { ProjectsCard } from "./projects-card";
import { SetupForm } from "./setup-form";
import { SignInForm } from "./sign-in-form";
import { RenewCodes, TurnOff } from "./two-factor-forms";
import { TwoFactorSetup } from "./two-factor-setup";

const ignore = () => undefined;
const AT = "2026-11-21T06:00:00Z";
const settings = { use_incident_ai: false, use_incident_merging: true, incident_merging_time_window: 5 };
const projects = [1, 2].map((id) => ({ id, name: `Project ${id}`, slug: `p-${id}`, settings }) as Project);
const ben = { id: 2, name: "Ben", email: "ben@example.com", role: "member", project_ids: [1] } as Member;
const account = { name: "Ada", email: "ada@example.com", phone: null, role: "owner" } as Account;
const codes = { recovery_codes: ["aaaa-bbbb"] };
const link = { id: 4, email: "cleo@example.com", url: "https://status.example.com/setup/x", expires_at: AT };

testForm("the account form", {
  form: <AccountCard />,
  answers: { getAccount: account },
  enter: async () => {
    await screen.findByLabelText("Name");
    fill(/^Phone/, "+49 151 12345678");
  },
  submit: "Save",
  sends: ["updateAccount", { name: "Ada", phone: "+4915112345678" }],
  rejects: ["phone", /^Phone/],
});

testForm("the password form", {
  form: <PasswordCard />,
  enter: () => {
    fill("Current password", "correct horse");
    fill("New password", "battery staple 12");
  },
  submit: "Change password",
  sends: ["changePassword", { current_password: "correct horse", new_password: "battery staple 12" }],
  rejects: ["current_password", "Current password"],
});

testForm("the invitation form", {
  form: <InviteDialog viewer={ADA} open onClose={ignore} />,
  answers: { listProjects: listed(projects) },
  enter: () => fill("Email addresses", "cleo@example.com"),
  submit: "Invite member",
  sends: ["createInvitation", { email: "cleo@example.com", role: "member", project_ids: null }],
  answer: link,
  rejects: ["email", "Email addresses"],
});

test("invites several people at once, and keeps the links of those invited before a failure", async () => {
  const createInvitation = ({ body }: { body: { email: string } }) => {
    if (body.email === "b@") throw new ApiError(422, "Invalid.", { email: ["email must be valid."] });
    return { ...link, email: body.email, link: `https://v.test/${body.email}` };
  };
  const { user, bodiesOf } = renderScreen(<InviteDialog viewer={ADA} open onClose={ignore} />, {
    answers: { createInvitation, listProjects: listed(projects) },
  });
  fill("Email addresses", "a@example.com, b@");
  await user.click(screen.getByText("Invite 2 members"));
  await screen.findByText(/valid email/);
  fill("Email addresses", "a@example.com, b@example.com");
  await user.click(screen.getByText("Invite 2 members"));
  expect(await screen.findByText(/https:\/\/v\.test\/a@example\.com/)).toBeDefined();
  const sent = bodiesOf("createInvitation") as { email: string }[];
  expect(sent.map(({ email }) => email)).toEqual(["a@example.com", "b@", "b@example.com"]);
});

testForm("the member form", {
  form: <MemberDialog viewer={ADA} member={ben} onClose={ignore} />,
  answers: { listProjects: listed(projects) },
  enter: async (user) => user.click(await screen.findByLabelText("Project 2")),
  submit: "Save",
  sends: ["updateMember", { role: "member", project_ids: [1, 2] }],
});

testForm("the member form with another role", {
  form: <MemberDialog viewer={ADA} member={ben} onClose={ignore} />,
  answers: { listProjects: listed(projects) },
  enter: async (user) => {
    await user.selectOptions(screen.getByLabelText("Role"), "admin");
    fill("Your password", "correct horse");
  },
  submit: "Save",
  sends: ["updateMember", { role: "admin", current_password: "correct horse" }],
  rejects: ["current_password", "Your password"],
});

testForm("the form of an organization key", {
  form: <KeyDialog viewer={ADA} open onClose={ignore} />,
  enter: async (user) => {
    fill("Name", "Terraform");
    await user.selectOptions(screen.getByLabelText("Acts as"), "organization");
    fill("Your password", "correct horse");
  },
  submit: "Create key",
  sends: [
    "createKey",
    {
      name: "Terraform",
      kind: "organization",
      platform: "read",
      uptime: "write",
      expires_at: null,
      current_password: "correct horse",
    },
  ],
  answer: { token: "secret-token" },
  rejects: ["current_password", "Your password"],
});

testForm("the form of an API key", {
  form: <KeyDialog viewer={ADA} open onClose={ignore} />,
  enter: () => fill("Name", "Terraform"),
  submit: "Create key",
  sends: [
    "createKey",
    { name: "Terraform", kind: "project", platform: "read", uptime: "write", expires_at: null },
  ],
  answer: { token: "secret-token" },
  rejects: ["expires_at", /^Expires at/],
});

testForm("the form of a new project", {
  form: <ProjectsCard viewer={ADA} />,
  enter: () => fill("Name", "Shop"),
  submit: "Create project",
  sends: ["createProject", { name: "Shop", members: [1] }],
  rejects: ["name", "Name"],
});

testForm("the first step of two-factor sign-in", {
  form: <TwoFactorSetup onClose={ignore} />,
  enter: () => fill("Your password", "correct horse"),
  submit: "Continue",
  sends: ["beginTwoFactor", { current_password: "correct horse" }],
  answer: { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x" },
  rejects: ["current_password", "Your password"],
});

testForm("turning off two-factor sign-in", {
  form: <TurnOff onClose={ignore} />,
  enter: () => {
    fill("Your password", "correct horse");
    fill(/code/i, "123456");
  },
  submit: "Turn off",
  sends: ["endTwoFactor", { current_password: "correct horse", code: "123456" }],
  rejects: ["code", /code/i],
});

testForm("renewing recovery codes", {
  form: <RenewCodes onClose={ignore} />,
  enter: () => fill(/code/i, "123456"),
  submit: "Generate codes",
  sends: ["renewRecoveryCodes", { code: "123456" }],
  answer: codes,
  rejects: ["code", /code/i],
});

testForm("the form for a forgotten password", {
  form: <ForgotForm sendsMail />,
  enter: () => fill("Email", "ada@example.com"),
  submit: "Send reset link",
  sends: ["requestPasswordReset", { email: "ada@example.com" }],
  rejects: ["email", "Email"],
});

test("shows a new key once with a request to try it, and never the form again", async () => {
  const { user } = renderScreen(<KeyDialog viewer={ADA} open onClose={ignore} />, {
    answers: { createKey: { token: "secret-token" } },
  });
  fill("Name", "Terraform");
  await user.click(screen.getByText("Create key"));
  expect(await screen.findByText("secret-token")).toBeDefined();
  expect(screen.getByText(/^curl/).textContent).toBe(
    `curl ${window.location.origin}/api/uptime/monitors -H "Authorization: Bearer secret-token" -H "X-Service-Project-Id: 1"`,
  );
  expect(screen.queryByLabelText("Name")).toBeNull();
});

test.each([
  [true, "Copied"],
  [false, "Select and copy the text"],
])("copies a key without HTTPS, where browsers have no clipboard API: %s", async (works, said) => {
  const { user } = renderScreen(<KeyDialog viewer={ADA} open onClose={ignore} />, {
    answers: { createKey: { token: "secret-token" } },
  });
  vi.stubGlobal("navigator", { ...navigator, clipboard: undefined });
  onTestFinished(() => void vi.unstubAllGlobals());
  let selected = "";
  document.execCommand = () => {
    selected = (document.activeElement as HTMLTextAreaElement).value;
    return works;
  };
  fill("Name", "Terraform");
  await user.click(screen.getByText("Create key"));
  await user.click(await screen.findByText("Copy key"));
  expect((await screen.findByText(said)).contains(document.activeElement)).toBe(true);
  expect([selected, document.querySelector("textarea")]).toEqual(["secret-token", null]);
});

test("a member may only create a key that acts as them", () => {
  const viewer = { ...ADA, user: { ...ADA.user, role: "member" as const } };
  renderScreen(<KeyDialog viewer={viewer} open onClose={ignore} />);
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "You (with your role)",
  ]);
});

test("says that a new role signs the member out", async () => {
  const { user } = renderScreen(<MemberDialog viewer={ADA} member={ben} onClose={ignore} />);
  await user.selectOptions(screen.getByLabelText("Role"), "admin");
  expect(screen.getByText(/Ben will be signed out everywhere/)).toBeDefined();
  expect(screen.queryByText("Projects")).toBeNull();
});

test("saves the defaults for new monitors, and offers the same choices as the form of a monitor", async () => {
  const getMonitorDefaults = {
    ...{ regions: ["eu-deu-fra"], interval: null, incident_confirmations: null },
    ...{ recovery_confirmations: null, tags: ["web"] },
  } as ProjectDefaults;
  const { user, bodiesOf } = renderScreen(<MonitorDefaultsCard project="Shop" />, {
    answers: { getMonitorDefaults, updateMonitorDefaults: getMonitorDefaults },
  });
  await user.selectOptions(await screen.findByLabelText("Interval"), "300");
  await user.click(screen.getByLabelText("Washington"));
  await user.click(screen.getByText("Save defaults"));
  const saved = { ...getMonitorDefaults, regions: ["eu-deu-fra", "na-usa-iad"], interval: 300 };
  expect(bodiesOf("updateMonitorDefaults")).toEqual([saved]);
  expect(newDraft(saved as ProjectDefaults)).toMatchObject({ interval: 300, tags: "web", timeout: 20_000 });
});

test("saves a project's switches at once, and keeps its settings from members", async () => {
  const answers = { listProjects: listed(projects.slice(0, 1)) };
  const { user, bodiesOf, unmount } = renderScreen(<ProjectsCard viewer={ADA} />, { answers });
  await user.click(await screen.findByLabelText(/^Merge related incidents/));
  await user.selectOptions(screen.getByLabelText("Merging window"), "10");
  expect(bodiesOf("updateProject")).toEqual([
    { settings: { use_incident_merging: false } },
    { settings: { incident_merging_time_window: 10 } },
  ]);
  unmount();
  const member = { ...ADA, user: { ...ADA.user, role: "member" as const } };
  renderScreen(<ProjectsCard viewer={member} />, { answers });
  const name = await screen.findByLabelText<HTMLInputElement>("Name");
  expect(name.disabled).toBe(true);
  expect(screen.queryByText("Create project")).toBeNull();
});

test("creates the owner from the one-time link, and shows which field was rejected", async () => {
  const replace = vi.spyOn(location, "replace").mockImplementation(ignore);
  const setup = { purpose: "owner" as const, organization_name: null, email: null, needs_code: false };
  const { user, bodiesOf } = renderScreen(<SetupForm token="abc" setup={setup as never} />);
  for (const [label, text] of [
    ["Organization", "Acme"],
    ["Your name", "Ada"],
    ["Email", "ada@example.com"],
    ["Password", "short"],
  ] as const)
    fill(label, text);
  await user.click(screen.getByText("Create account"));
  await waitFor(() => expect(screen.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true"));
  fill("Password", "battery staple 12");
  await user.click(screen.getByText("Create account"));
  await waitFor(() => expect(replace).toHaveBeenCalledWith("/"));
  expect(bodiesOf("completeSetup").at(-1)).toMatchObject({ organization_name: "Acme", name: "Ada" });
});

test("says which field is wrong and keeps what was typed", async () => {
  const signIn = () => {
    throw invalidField("email", "email must be a valid email address.");
  };
  const { user } = renderScreen(<SignInForm />, { answers: { signIn } });
  fill("Email", "ada");
  fill("Password", "secret");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  const email = screen.getByLabelText<HTMLInputElement>("Email");
  expect(await screen.findByRole("alert")).toBeDefined();
  expect([email.value, email.getAttribute("aria-invalid")]).toEqual(["ada", "true"]);
});

test("asks for the second factor without calling it an error, and sends it with the password", async () => {
  let session: unknown = null;
  const signIn = ({ body }: { body: unknown }) => {
    if (!(body as { code?: string }).code) throw invalidField("code", "code is required.");
    return { user: { id: 1 } };
  };
  const onSignedIn = (given: unknown) => {
    session = given;
  };
  const { user, bodiesOf } = renderScreen(<SignInForm onSignedIn={onSignedIn} />, { answers: { signIn } });
  fill("Email", "ada@example.com");
  fill("Password", "secret");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await user.type(await screen.findByLabelText(/code/i), "123456{Enter}");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(bodiesOf("signIn").at(-1)).toEqual({ email: "ada@example.com", password: "secret", code: "123456" });
  expect(session).toEqual({ user: { id: 1 } });
});

test("can't be sent twice while it waits, and shows why it was refused", async () => {
  let refuse = (_: Error) => {};
  const signIn = () => new Promise((_, reject) => (refuse = reject));
  const { user, bodiesOf } = renderScreen(<SignInForm />, { answers: { signIn } });
  fill("Email", "ada@example.com");
  fill("Password", "wrong");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(bodiesOf("signIn")).toHaveLength(1);
  refuse(new ApiError(401, "Wrong email or password."));
  expect((await screen.findByRole("alert")).textContent).toBe("Wrong email or password.");
});
