"use client";
import { useRef } from "react";
import { TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { routes } from "@/lib/client/routes";

export function PasswordCard() {
  const form = useRef<HTMLFormElement>(null);
  const change = useSave(routes.changePassword, {
    fields: true,
    done: "Password changed",
    onDone: () => form.current?.reset(),
  });
  const submit = (form: HTMLFormElement) => {
    const data = new FormData(form);
    change.mutate({
      body: {
        current_password: String(data.get("current_password")),
        new_password: String(data.get("new_password")),
      },
    });
  };
  return (
    <Card title="Password">
      <Form ref={form} onSubmit={submit} className="max-w-md space-y-4">
        <TextField
          label="Current password"
          error={change.errors.current_password}
          name="current_password"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          label="New password"
          help="At least 12 characters, and not a common password."
          error={change.errors.new_password}
          name="new_password"
          type="password"
          autoComplete="new-password"
        />
        <p className="text-[13px] text-muted">
          Changing your password ends your other sessions, revokes your user tokens, and turns off
          notifications in all your browsers.
        </p>
        <Button type="submit" busy={change.isPending}>
          Change password
        </Button>
      </Form>
    </Card>
  );
}
