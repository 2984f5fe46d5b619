import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id, text } from "@/lib/contract/core/fields";
import { Region } from "@/lib/contract/core/regions";
import { must } from "@/lib/contract/core/wording";
import { Code } from "./two-factor";
import { Email, ROLES, UserName } from "./users";

/** Requires length instead of character classes (NIST SP 800-63B). */
export const Password = z.string().min(12).max(200).meta({
  title: "Password",
  description: "12 to 200 characters.",
});

export const ProjectShort = z.object({ id: Id, name: z.string(), slug: z.string() });

const SessionProject = ProjectShort.extend({
  is_demo: z.boolean().meta({ description: "Whether its data is simulated." }),
});

/** The signed-in user, the current project, and the accessible projects. */
export const Session = z.object({
  user: z.object({ id: Id, name: z.string(), email: z.string(), role: z.enum(ROLES) }),
  organization: z.object({ id: Id, name: z.string(), plan: z.enum(["hobby", "scale"]) }),
  project: SessionProject.nullable(),
  projects: z.array(SessionProject),
  permissions: z.array(z.string()),
  named_regions: z.array(Region).meta({
    description:
      "Regions whose location can be shown, because a remote runner serves them or RUNNER_REGION names them. Checks of all other regions run on this server.",
  }),
});
export type Session = z.infer<typeof Session>;

export const SignIn = z.object({
  email: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .meta({ title: "Email", examples: ["ada@example.com"] }),
  password: z.string().min(1).max(200).meta({ title: "Password" }),
  code: Code.optional().meta({
    description: "Required when two-factor sign-in is on; a 422 on `code` asks for it.",
  }),
});
export type SignIn = z.infer<typeof SignIn>;

export const SwitchProject = z.object({ project_id: Id });

/** The purpose of a one-time link. Reveals nothing about other people in the organization. */
export const Setup = z.object({
  purpose: z.enum(["owner", "invitation", "password_reset"]),
  organization_name: z.string().nullable(),
  email: z
    .string()
    .nullable()
    .meta({ description: "Set by an invitation or a password reset; null for the first owner." }),
  needs_code: z.boolean().meta({
    description: "Whether a password reset also requires a code, because two-factor sign-in is on.",
  }),
  expires_at: DateOut,
});
export type Setup = z.infer<typeof Setup>;

/** The first owner sends every field, an invited person the name and password, a password reset the password only. */
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
    .regex(/^\+[1-9]\d{6,14}$/, must("be in E.164 format, such as +4915112345678"))
    .nullable()
    .optional()
    .meta({
      title: "Phone",
      description: "Phone number for SMS alerts in E.164 format; null for none.",
      examples: ["+4915112345678"],
    }),
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

export const endpoints = {
  ...endpointsOf("public", "Accounts", {
    signIn: { at: "POST /session", summary: "Sign in", body: SignIn, response: Session },
    getSetup: {
      at: "GET /setup/{token}",
      summary: "Get the purpose of a one-time link",
      params: SetupParams,
      response: Setup,
    },
    completeSetup: {
      at: "POST /setup/{token}",
      summary: "Use a one-time link and sign in",
      params: SetupParams,
      body: CompleteSetup,
      response: Session,
    },
    requestPasswordReset: {
      at: "POST /password-resets",
      summary: "Request a password reset link",
      description: "The response is the same whether or not an account with this address exists.",
      body: RequestPasswordReset,
    },
  }),
  ...endpointsOf("session", "Accounts", {
    getSession: { at: "GET /session", summary: "Get the signed-in user", response: Session },
    signOut: { at: "DELETE /session", summary: "Sign out" },
    switchProject: {
      at: "POST /session/project",
      summary: "Switch to another project",
      body: SwitchProject,
      response: Session,
      findsByBody: true,
    },
    getAccount: { at: "GET /account", summary: "Get your account", response: Account },
    updateAccount: {
      at: "POST /account",
      summary: "Update your name or phone number",
      body: UpdateAccount,
      response: Account,
    },
    changePassword: {
      at: "POST /account/password",
      summary:
        "Change your password and end all other sessions, your user tokens, and notifications in your browsers",
      body: ChangePassword,
    },
  }),
};
