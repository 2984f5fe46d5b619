import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Check, Input, Select, Textarea } from "@/components/ui/input";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";
import { HTTP_METHODS } from "@/lib/presenters/monitors/form";
import type { FormPart } from "./monitor-form-part";

function NameField({ draft, change, errors, info }: FormPart) {
  return (
    <Field
      label={info.name?.label ?? "Name"}
      optional
      help="Leave empty to use the hostname."
      error={errors.name}
    >
      {(control) => (
        <Input {...control} value={draft.name} onChange={(event) => change({ name: event.target.value })} />
      )}
    </Field>
  );
}

/** Edits the request of an HTTP check, with rare options collapsed. */
export function HttpFields(part: FormPart) {
  const { draft, change, errors, info } = part;
  return (
    <div className="space-y-4">
      <div className="flex gap-2">
        <Field label="Method" className="w-28">
          {(control) => (
            <Select
              {...control}
              value={draft.method}
              onChange={(event) => change({ method: event.target.value })}
            >
              {HTTP_METHODS.map((method) => (
                <option key={method}>{method}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={info["request.url"]?.label ?? "URL"}
          className="min-w-0 flex-1"
          error={errors["request.url"]}
        >
          {(control) => (
            <Input
              {...control}
              value={draft.url}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://example.com/health"
              onChange={(event) => change({ url: event.target.value })}
            />
          )}
        </Field>
      </div>
      <NameField {...part} />
      <details className="group">
        <summary className="cursor-pointer rounded text-[13px] font-medium text-muted hover:text-ink">
          Headers, body, redirects, certificate
        </summary>
        <div className="mt-4 space-y-4">
          <HeaderFields {...part} />
          {["POST", "PUT", "PATCH"].includes(draft.method) && (
            <Field label="Body" help={info["request.body"]?.help} error={errors["request.body"]}>
              {(control) => (
                <Textarea
                  {...control}
                  value={draft.body}
                  onChange={(event) => change({ body: event.target.value })}
                />
              )}
            </Field>
          )}
          <Field
            label="User agent secret"
            optional
            help={info["request.user_agent_secret"]?.help}
            error={errors["request.user_agent_secret"]}
          >
            {(control) => (
              <Input
                {...control}
                value={draft.user_agent_secret}
                onChange={(event) => change({ user_agent_secret: event.target.value })}
              />
            )}
          </Field>
          <Check
            label="Follow redirects"
            help={info["request.follow_redirects"]?.help ?? ""}
            checked={draft.follow_redirects}
            onChange={(event) => change({ follow_redirects: event.target.checked })}
          />
          <CertificateField {...part} />
        </div>
      </details>
    </div>
  );
}

function CertificateField({ draft, change, info }: FormPart) {
  return (
    <Check
      label="Accept any certificate"
      help={info["request.tls_skip_verify"]?.help ?? ""}
      checked={draft.tls_skip_verify}
      onChange={(event) => change({ tls_skip_verify: event.target.checked })}
    />
  );
}

function HeaderFields({ draft, change, errors }: FormPart) {
  const put = (index: number, header: { name: string; value: string }) =>
    change({ headers: draft.headers.map((each, at) => (at === index ? header : each)) });
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-[13px] font-medium">Headers</legend>
      {draft.headers.map((header, index) => {
        const error = errors[`request.headers.${index}.name`] ?? errors[`request.headers.${index}.value`];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a header's position is its identity; names may repeat
          <div key={index}>
            <div className="flex gap-2">
              <Input
                aria-label={`Name of header ${index + 1}`}
                placeholder="Accept"
                value={header.name}
                onChange={(event) => put(index, { ...header, name: event.target.value })}
                className="w-40"
              />
              <Input
                aria-label={`Value of header ${index + 1}`}
                value={header.value}
                onChange={(event) => put(index, { ...header, value: event.target.value })}
              />
              <Button
                look="quiet"
                size="icon"
                aria-label={`Remove header ${index + 1}`}
                onClick={() => change({ headers: draft.headers.filter((_, at) => at !== index) })}
              >
                <X />
              </Button>
            </div>
            {error && (
              <p role="alert" className="mt-1 text-[13px] text-down">
                {fieldErrorWords("This header", error)}
              </p>
            )}
          </div>
        );
      })}
      {draft.headers.length < 10 && (
        <Button size="sm" onClick={() => change({ headers: [...draft.headers, { name: "", value: "" }] })}>
          <Plus /> Add header
        </Button>
      )}
    </fieldset>
  );
}

/** Edits the host and, for TCP, the port. */
export function TargetFields(part: FormPart) {
  const { draft, change, errors, info } = part;
  return (
    <div className="space-y-4">
      <div className="flex gap-2">
        <Field
          label="Host"
          className="min-w-0 flex-1"
          help={info["request.host"]?.help}
          error={errors["request.host"]}
        >
          {(control) => (
            <Input
              {...control}
              value={draft.host}
              placeholder="db.example.com"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => change({ host: event.target.value })}
            />
          )}
        </Field>
        {draft.protocol === "tcp" && (
          <Field label="Port" className="w-24" error={errors["request.port"]}>
            {(control) => (
              <Input
                {...control}
                value={draft.port}
                inputMode="numeric"
                onChange={(event) => change({ port: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {draft.protocol === "tcp" && (
        <>
          <Check
            label="Perform a TLS handshake after connecting"
            checked={draft.connection === "tls"}
            onChange={(event) => change({ connection: event.target.checked ? "tls" : "plain" })}
          />
          {draft.connection === "tls" && <CertificateField {...part} />}
        </>
      )}
      <NameField {...part} />
    </div>
  );
}
