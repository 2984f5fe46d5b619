"use client";
import { type FormEvent, useState } from "react";
import { fieldErrors } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";

export function SignInForm({ next }: { next: string }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const errors = fieldErrors(error);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await request(routes.signIn, { body: { email, password } });
      location.assign(next);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} method="post" noValidate className="space-y-4">
      {error instanceof Error && !errors.email && !errors.password && (
        <Notice tone="down" alert>
          {error.message}
        </Notice>
      )}
      <Field label="E-mail" error={errors.email}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label="Password" error={errors.password}>
        {(control) => (
          <Input
            {...control}
            name="password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" busy={busy} className="w-full">
        Sign in
      </Button>
    </form>
  );
}
