"use client";
import Link from "next/link";
import { useState } from "react";
import { TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { fieldErrors, useRejectedFocus } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";

/** Requests a password reset link. The answer is the same for every address, so that it doesn't reveal accounts. */
export function ForgotForm({ sendsMail }: { sendsMail: boolean }) {
  const [state, setState] = useState<"open" | "busy" | "asked">("open");
  const [error, setError] = useState<unknown>(null);
  const errors = fieldErrors(error);
  useRejectedFocus(error);
  const submit = async (form: HTMLFormElement) => {
    const email = String(new FormData(form).get("email"));
    setState("busy");
    setError(null);
    try {
      await request(routes.requestPasswordReset, { body: { email } });
      setState("asked");
    } catch (failure) {
      setError(failure);
      setState("open");
    }
  };
  return (
    <>
      {state === "asked" ? (
        <Notice tone="up">
          {sendsMail
            ? "If this address has an account, we sent it a link. The link works once and expires in one hour."
            : "If this address has an account, your request is now in the outbox, where owners and admins can see it."}
        </Notice>
      ) : (
        <Form onSubmit={submit} method="post">
          <p className="text-muted">
            {sendsMail
              ? "We'll email you a link to choose a new one."
              : "This server can't send email. Owners and admins will see your request and can give you a link."}
          </p>
          {error instanceof Error && !errors.email && (
            <Notice tone="down" alert>
              {error.message}
            </Notice>
          )}
          <TextField label="Email" error={errors.email} name="email" type="email" autoComplete="username" />
          <Button type="submit" variant="primary" busy={state === "busy"} className="w-full">
            {sendsMail ? "Send reset link" : "Request reset link"}
          </Button>
        </Form>
      )}
      <p className="mt-6 text-[13px] text-muted">
        {sendsMail && "No email? An owner or admin can create a link in Settings → Members. "}On the server,
        this command sets a new password:{" "}
        <code className="mt-2 block overflow-x-auto rounded-md bg-sunken px-3 py-2 font-mono whitespace-nowrap">
          npm run -s cli -- users reset-password
        </code>
      </p>
      <p className="mt-4">
        <Link href="/sign-in" className="text-accent underline underline-offset-2">
          Back to sign-in
        </Link>
      </p>
    </>
  );
}
