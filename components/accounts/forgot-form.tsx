"use client";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { fieldErrors } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";

/** Asks for a reset link; what is said afterwards is the same for every address. */
export function ForgotForm({ sendsMail }: { sendsMail: boolean }) {
  const [state, setState] = useState<"open" | "busy" | "asked">("open");
  const [error, setError] = useState<unknown>(null);
  const errors = fieldErrors(error);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email"));
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
            ? "If this address has an account, a link is on its way. It works once, for one hour."
            : "If this address has an account, the owners and admins read in the outbox that you asked."}
        </Notice>
      ) : (
        <form onSubmit={submit} method="post" noValidate className="space-y-4">
          <p className="text-muted">
            {sendsMail
              ? "A link to choose a new one comes by mail."
              : "This installation sends no mail. Owners and admins are told that you asked, and hand you a link."}
          </p>
          {error instanceof Error && !errors.email && (
            <Notice tone="down" alert>
              {error.message}
            </Notice>
          )}
          <Field label="E-mail" error={errors.email}>
            {(control) => <Input {...control} name="email" type="email" autoComplete="username" />}
          </Field>
          <Button type="submit" look="primary" busy={state === "busy"} className="w-full">
            {sendsMail ? "Send the link" : "Ask for a link"}
          </Button>
        </form>
      )}
      <p className="mt-6 text-[13px] text-muted">
        No mail? An owner or admin makes you a link in Settings → Members; whoever runs the server, with{" "}
        <code className="font-mono">npm run -s cli -- users reset-password</code>.
      </p>
      <p className="mt-4">
        <Link href="/sign-in" className="text-accent underline underline-offset-2">
          Back to sign in
        </Link>
      </p>
    </>
  );
}
