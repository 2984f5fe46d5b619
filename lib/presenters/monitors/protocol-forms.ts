import type * as z from "zod";
import { type Form, formOf } from "@/lib/contract/core/schema-form";
import { PROTOCOL_NAMES, protocolOf } from "@/lib/contract/protocols/lookup";
import type { AssertionKind, ProtocolContract, RequestField } from "@/lib/contract/protocols/protocol";
import type { Protocol } from "@/lib/contract/protocols/registry";
import { type FieldInfo, fieldInfos } from "@/lib/presenters/core/form-fields";
import type { AssertionDraft, AssertionForm } from "./assertion-draft";
import type { Origin, ProtocolWords } from "./protocols";
import type { RequestControl } from "./request-draft";

/** The form of a protocol's request and assertions, derived from its contract, as plain values for the browser. */
export interface ProtocolForm {
  name: Protocol;
  label: string;
  controls: RequestControl[];
  assertions: AssertionForm[];
  defaultAssertions: AssertionDraft[];
  /** No runner checks its monitors. */
  isReported: boolean;
}

/** Longer values get a multi-line field. */
const LINE_CHARS_MAX = 255;

function eachProtocol<Item>(of: (name: Protocol, contract: ProtocolContract) => Item): Item[] {
  return PROTOCOL_NAMES.flatMap((name) => {
    const contract = protocolOf(name);
    return contract ? [of(name, contract)] : [];
  });
}

/** Returns the texts of pages about each protocol. */
export function protocolWords(): ProtocolWords[] {
  return eachProtocol((name, contract) => {
    const { label, target, details = {} } = contract;
    return { name, label, target, details, origin: originOf(contract) };
  });
}

function originOf({ hasMembers, receivesAlerts, isReported }: ProtocolContract): Origin {
  if (hasMembers) return "members";
  if (receivesAlerts) return "alerts";
  return isReported ? "signals" : "checks";
}

export function protocolForms(): ProtocolForm[] {
  return eachProtocol((name, contract) => ({
    name,
    label: contract.label,
    controls: controlsOf(contract),
    assertions: contract.assertions.map(assertionForm),
    defaultAssertions: [...(contract.defaultAssertions ?? [])],
    isReported: contract.isReported ?? false,
  }));
}

function controlsOf({ request, fields }: ProtocolContract): RequestControl[] {
  const infos = fieldInfos(request);
  const { properties = {} } = formOf(request) as { properties?: Record<string, Form> };
  return Object.entries(fields).map(([name, field]) =>
    controlOf(name, field, properties[name] ?? {}, infos[name] ?? { label: name, help: null }),
  );
}

function controlOf(name: string, field: RequestField, schema: Form, info: FieldInfo): RequestControl {
  const forms = (schema.anyOf as Form[] | undefined) ?? [schema];
  const kind = field.monitors ? "monitors" : kindOf(forms);
  const optional = forms.some(({ type }) => type === "null");
  const values = forms.flatMap((form) => (form.enum as string[] | undefined) ?? []);
  return {
    name,
    ...info,
    help: field.help ?? info.help,
    kind,
    optional,
    initial: initialOf(kind, field.initial ?? schema.default ?? (optional ? "" : values[0])),
    choices: [
      ...(optional ? [{ value: "", label: "None" }] : []),
      ...values.map((value) => ({ value, label: field.choices?.[value] ?? value })),
    ],
    max: forms.map(({ maxItems }) => maxItems).find((max) => typeof max === "number") ?? null,
    placeholder: field.placeholder ?? null,
    masked: field.writeOnly ?? name === "password",
    narrow: field.narrow ?? false,
    advanced: field.advanced ?? false,
    when: field.when ?? {},
  };
}

function kindOf(forms: readonly Form[]): RequestControl["kind"] {
  const [form = {}] = forms.filter(({ type }) => type !== "null");
  const items = form.items as Form | undefined;
  if (form.type === "array") return items?.type === "object" ? "pairs" : "lines";
  if (form.type === "boolean") return "check";
  if (form.type === "integer" || form.type === "number") return "number";
  if (form.enum) return "choice";
  return Number(form.maxLength ?? 0) > LINE_CHARS_MAX ? "long" : "text";
}

function initialOf(kind: RequestControl["kind"], given: unknown): RequestControl["initial"] {
  if (kind === "check") return given === true;
  return kind === "pairs" ? [] : String(given ?? "");
}

function assertionForm(kind: AssertionKind): AssertionForm {
  const { type, operator, value, ...rest } = kind.shape;
  const selector = "selector" in rest ? (rest.selector as z.ZodType) : null;
  return {
    type: type.value,
    label: kind.meta()?.title ?? type.value.replaceAll("_", " "),
    operators: operator.options.map(String),
    selector: selector && exampleOf(selector),
    placeholder: exampleOf(value),
  };
}

function exampleOf(schema: z.ZodType): string {
  const { examples = [] } = schema.meta() ?? {};
  return String((examples as unknown[])[0] ?? "");
}
