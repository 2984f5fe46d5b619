import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateOut, Id, text } from "@/lib/contract/core/fields";
import { Region } from "@/lib/contract/core/regions";
import { Code } from "./two-factor";
import { Email, ROLES, UserName } from "./users";

/** Long rather than odd: no rules about kinds of characters (NIST SP 800-63B). */
export const Password = z.string().min(12).max(200).meta({
  title: "Password",
  description: "12 to 200 characters.",
});

export const ProjectShort = z.object({ id: Id, name: z.string(), slug: z.string() });

/** Who is signed in, where they are, and where they may go. */
export const Session = z.object({
  user: z.object({ id: Id, name: z.string(), email: z.string(), role: z.enum(ROLES) }),
  organization: z.object({ id: Id, name: z.string(), plan: z.enum(["hobby", "scale"]) }),
  project: ProjectShort.nullable(),
  projects: z.array(ProjectShort),
  permissions: z.array(z.string()),
  named_regions: z.array(Region).meta({
    description:
      "Regions whose place may be named, because a remote runner serves them or RUNNER_REGION says that the server is there. Checks of all others come from this server.",
  }),
});
export type Session = z.infer<typeof Session>;

export const SignIn = z.object({
  email: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .meta({ title: "E-mail", examples: ["ada@example.com"] }),
  password: z.string().min(1).max(200).meta({ title: "Password" }),
  code: Code.optional().meta({ description: "Asked for by a 422 on `code` when two-factor sign-in is on." }),
});
export type SignIn = z.infer<typeof SignIn>;

export const SwitchProject = z.object({ project_id: Id });

/** What a one-time link is for; nothing about other people of the organization. */
export const Setup = z.object({
  purpose: z.enum(["owner", "invitation", "password_reset"]),
  organization_name: z.string().nullable(),
  email: z
    .string()
    .nullable()
    .meta({ description: "Fixed by an invitation or a reset; null for the first owner." }),
  needs_code: z
    .boolean()
    .meta({ description: "Whether a reset asks for a code too: two-factor sign-in is on." }),
  expires_at: DateOut,
});
export type Setup = z.infer<typeof Setup>;

/** The first owner names all; an invited person name and password; a reset the password only. */
export const CompleteSetup = z.object({
  name: UserName.optional(),
  email: Email.optional(),
  password: Password,
  organization_name: text(1, 100)
    .optional()
    .meta({ title: "Organization", examples: ["Acme"] }),
  code: Code.optional(),
});
export type CompleteSetup = z.infer<typeof CompleteSetup>;

export const RequestPasswordReset = z.object({ email: SignIn.shape.email });
export type RequestPasswordReset = z.infer<typeof RequestPasswordReset>;

export const SetupParams = z.object({ token: z.string().min(20).max(100) });

export const ChangePassword = z.object({
  current_password: z.string().min(1).max(200).meta({ title: "Current password" }),
  new_password: Password.meta({ title: "New password" }),
});
export type ChangePassword = z.infer<typeof ChangePassword>;

export const UpdateAccount = z.object({
  name: UserName.optional(),
  phone: z
    .string()
    .trim()
    .regex(/^\+[1-9]\d{6,14}$/, "A phone number is in E.164 form, such as +4915112345678.")
    .nullable()
    .optional()
    .meta({ title: "Phone", description: "For SMS alerts; E.164 or null.", examples: ["+4915112345678"] }),
});
export type UpdateAccount = z.infer<typeof UpdateAccount>;

export const Account = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  phone: z.string().nullable(),
});
export type Account = z.infer<typeof Account>;

const session = { scope: "session", tag: "Accounts", permission: null } as const;
const open = { scope: "public", tag: "Accounts", permission: null } as const;

export const signIn = endpoint({
  ...open,
  id: "signIn",
  method: "POST",
  path: "/session",
  summary: "Sign in",
  body: SignIn,
  response: Session,
  status: 200,
});
export const getSession = endpoint({
  ...session,
  id: "getSession",
  method: "GET",
  path: "/session",
  summary: "Who is signed in",
  response: Session,
  status: 200,
});
export const signOut = endpoint({
  ...session,
  id: "signOut",
  method: "DELETE",
  path: "/session",
  summary: "Sign out",
  response: null,
  status: 204,
});
export const switchProject = endpoint({
  ...session,
  id: "switchProject",
  method: "POST",
  path: "/session/project",
  summary: "Work in another project",
  body: SwitchProject,
  response: Session,
  status: 200,
});
export const getSetup = endpoint({
  ...open,
  id: "getSetup",
  method: "GET",
  path: "/setup/{token}",
  summary: "What a one-time link is for",
  params: SetupParams,
  response: Setup,
  status: 200,
});
export const completeSetup = endpoint({
  ...open,
  id: "completeSetup",
  method: "POST",
  path: "/setup/{token}",
  summary: "Use a one-time link and sign in",
  params: SetupParams,
  body: CompleteSetup,
  response: Session,
  status: 200,
});
export const getAccount = endpoint({
  ...session,
  id: "getAccount",
  method: "GET",
  path: "/account",
  summary: "The signed-in person's account",
  response: Account,
  status: 200,
});
export const updateAccount = endpoint({
  ...session,
  id: "updateAccount",
  method: "POST",
  path: "/account",
  summary: "Change name or phone",
  body: UpdateAccount,
  response: Account,
  status: 200,
});
export const changePassword = endpoint({
  ...session,
  id: "changePassword",
  method: "POST",
  path: "/account/password",
  summary: "Change the password; all other sessions and the person's user tokens end",
  body: ChangePassword,
  response: null,
  status: 204,
});
export const requestPasswordReset = endpoint({
  ...open,
  id: "requestPasswordReset",
  method: "POST",
  path: "/password-resets",
  summary: "Ask for a link to choose a new password",
  description: "The answer is the same whether the address has an account or not.",
  body: RequestPasswordReset,
  response: null,
  status: 204,
});
