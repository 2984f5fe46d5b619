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
import type { Session } from "@/lib/contract/accounts/accounts";
import { CodeField } from "./code-field";

/** Signs in, then calls `onSignedIn` or opens `next`, at the fragment that browsers keep over the redirect, in place of this page. */
export function SignInForm({
  next = "/",
  email: known = "",
  withCode = false,
  onSignedIn = () => location.replace(`${next}${location.hash}`),
}: {
  next?: string;
  email?: string;
  /** Whether to ask for a code from the start, because this form was sent without one before scripts arrived. */
  withCode?: boolean;
  onSignedIn?: (session: Session) => void;
}) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  const [asksCode, setAsksCode] = useState(withCode);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const errors = fieldErrors(error);
  useRejectedFocus(error);
  const submit = async (form: HTMLFormElement) => {
    const code = new FormData(form).get("code");
    setBusy(true);
    setError(null);
    try {
      const body = { email, password, ...(code && { code: String(code) }) };
      onSignedIn(await request(routes.signIn, { body }));
    } catch (failure) {
      const wishes = "code" in fieldErrors(failure);
      // The first request for a code is a prompt, not an error.
      if (!wishes || asksCode) setError(failure);
      if (wishes) setAsksCode(true);
      setBusy(false);
    }
  };
  return (
    <Form onSubmit={submit} method="post" action="/api/session" encType="multipart/form-data">
      {error instanceof Error && Object.keys(errors).length === 0 && (
        <Notice tone="down" alert>
          {error.message}
        </Notice>
      )}
      <TextField
        label="Email"
        error={errors.email}
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
      />
      <TextField
        label="Password"
        error={errors.password}
        name="password"
        type="password"
        autoComplete="current-password"
        data-first-focus={known !== "" || undefined}
        value={password}
        onChange={setPassword}
      />
      {asksCode && (
        <CodeField
          error={errors.code}
          help="Enter the six-digit code from your authenticator app or a recovery code."
          autoFocus
        />
      )}
      <Button type="submit" early variant="primary" busy={busy} className="w-full">
        Sign in
      </Button>
      <p className="text-[13px]">
        <Link href="/forgot-password" className="text-muted underline underline-offset-2 hover:text-ink">
          Forgot your password?
        </Link>
      </p>
    </Form>
  );
}
