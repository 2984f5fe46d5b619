import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut } from "@/lib/contract/core/fields";

/** Six digits from an authenticator app, or a recovery code. Spaces and dashes are ignored. */
export const Code = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .meta({
    title: "Code",
    description: "Six digits from the authenticator app, or a recovery code.",
    examples: ["123456"],
  });

export const TwoFactor = z.object({
  enabled: z.boolean(),
  enabled_at: DateOut.nullable(),
  recovery_codes_left: z.number().int(),
});
export type TwoFactor = z.infer<typeof TwoFactor>;

export const BeginTwoFactor = z.object({
  current_password: z.string().min(1).max(200).meta({ title: "Password" }),
});
export type BeginTwoFactor = z.infer<typeof BeginTwoFactor>;

/** The data for an authenticator app. Sign-in requires no code until the first one has been verified. */
export const TwoFactorDraft = z.object({
  secret: z
    .string()
    .meta({ description: "Base32 (RFC 4648), for manual entry when the QR code cannot be scanned." }),
  uri: z.string().meta({ description: "otpauth:// URI for the QR code." }),
});
export type TwoFactorDraft = z.infer<typeof TwoFactorDraft>;

export const ConfirmTwoFactor = z.object({ code: Code });
export const EndTwoFactor = z.object({
  current_password: z.string().min(1).max(200).meta({ title: "Password" }),
  code: Code,
});
export type EndTwoFactor = z.infer<typeof EndTwoFactor>;

export const RecoveryCodes = z.object({
  recovery_codes: z.array(z.string()).meta({
    description: "Each works once. Shown only in this response; only their SHA-256 hashes are stored.",
  }),
});
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const endpoints = endpointsOf("session", "Accounts", {
  getTwoFactor: {
    at: "GET /account/two-factor",
    summary: "Get your two-factor status",
    response: TwoFactor,
  },
  beginTwoFactor: {
    at: "POST /account/two-factor",
    summary: "Start two-factor setup (RFC 6238)",
    body: BeginTwoFactor,
    response: TwoFactorDraft,
    conflicts: true,
  },
  confirmTwoFactor: {
    at: "POST /account/two-factor/confirm",
    summary: "Turn on two-factor sign-in with its first code and end all other sessions",
    body: ConfirmTwoFactor,
    response: RecoveryCodes,
    conflicts: true,
  },
  renewRecoveryCodes: {
    at: "POST /account/two-factor/recovery-codes",
    summary: "Replace your recovery codes",
    body: ConfirmTwoFactor,
    response: RecoveryCodes,
    conflicts: true,
  },
  endTwoFactor: {
    at: "POST /account/two-factor/disable",
    summary: "Turn off two-factor sign-in and end all other sessions",
    body: EndTwoFactor,
    conflicts: true,
  },
});
