import type * as z from "zod";

/** How a field of a request appears in the form. Its label, help, limits, and kind of control come from its schema. */
export interface RequestField {
  /** Text that the form shows below it instead of the schema's description; empty for nothing. */
  readonly help?: string;
  /** Contains a secret: stored encrypted, and left out of events. */
  readonly secret?: true;
  /** A secret that can't be read back: responses contain a mask. */
  readonly writeOnly?: true;
  /** Generated for a new monitor, and kept when a change leaves it out. */
  readonly generated?: true;
  /** Narrow enough to share a row with the field before or after it. */
  readonly narrow?: true;
  /** Hidden until someone asks for more options. */
  readonly advanced?: true;
  /** Offered and sent only while another field has one of these values. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
  readonly placeholder?: string;
  /** The value in a new form, unless the schema has a default. */
  readonly initial?: string;
  /** IDs of monitors of the project. */
  readonly monitors?: true;
  /** Labels of the allowed values that differ from them. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** Address that a check connects to. */
export interface Place {
  /** The request field that names it. Null when none does, as with the system's name servers. */
  readonly field: string | null;
  /** A name or an address, without brackets. */
  readonly host: string;
  /** 0 for protocols without ports. */
  readonly port: number;
  /**
   * Set if the target itself asks others, as a DNS resolver does, so that a check also fails when the network behind it is
   * down.
   */
  readonly isRelay?: true;
}

/** The schema of one type of success assertion. */
export type AssertionKind = z.ZodObject<{
  type: z.ZodLiteral<string>;
  operator: z.ZodEnum;
  value: z.ZodString | z.ZodDefault<z.ZodString>;
}>;

/** The parts of a whole monitor that a protocol validates together. */
export interface ProtocolMonitor {
  readonly request: object;
  readonly success_assertions: readonly { readonly type: string }[];
}

/** The contract of a check protocol. CONTRIBUTING.md lists what a new one touches. */
export interface ProtocolContract {
  /** The display name. */
  readonly label: string;
  /**
   * The request as it is sent. Its `url`, `host`, or `slug` names what is monitored, whatever the check connects to: search
   * reads all three, and metrics and the merging of incidents the first two.
   */
  readonly request: z.ZodObject<
    { url: z.ZodType } | { host: z.ZodType } | { slug: z.ZodType } | { members: z.ZodType }
  >;
  /** No runner checks it: the monitored system sends signals to the server, or it has members. */
  readonly isReported?: true;
  /** The states of the monitors in `members` of its request decide. */
  readonly hasMembers?: true;
  /** Its signals are alerts of other systems, of which several can be open. */
  readonly receivesAlerts?: true;
  /** Every field of the request, in the order of the form. */
  readonly fields: Readonly<Record<string, RequestField>>;
  /** Names the target by fields of the request, such as `{host}:{port}`. */
  readonly target: string;
  /** Returns the address that a check connects to. */
  place(request: object): Place;
  /** The types of success assertions that it supports. Most support none. */
  readonly assertions: readonly AssertionKind[];
  /** Apply to a monitor without assertions of its own. */
  readonly defaultAssertions?: readonly {
    readonly type: string;
    readonly operator: string;
    readonly value: string;
  }[];
  /** Validates rules between the request and the assertions. */
  check?(monitor: ProtocolMonitor, context: z.RefinementCtx): void;
  /**
   * Its own error codes, which start with its name. `network`: a defect of the runner's own network looks the same, so that it is ruled
   * out first. `target`: only the target can be at fault.
   */
  readonly errors: Readonly<Record<string, "network" | "target">>;
  /** Explanation of such an error, as a sentence of a post-mortem. */
  readonly failure?: string;
  /** Labels of the facts in `details` of its results. */
  readonly details?: Readonly<Record<string, string>>;
  /** The monitor of this protocol in the demo project of a server at `app`. */
  demo?(app: URL): { readonly name: string; readonly request: object };
}

type Declared = Omit<ProtocolContract, "assertions"> & Partial<Pick<ProtocolContract, "assertions">>;
type Fields<Protocol extends Declared> = {
  readonly [Name in keyof z.output<Protocol["request"]>]-?: RequestField;
};
type Complete<Protocol> = Protocol extends { readonly assertions: unknown }
  ? Protocol
  : Protocol & { readonly assertions: readonly [] };

/** Declares a protocol with the exact type of its schemas. A request field that the form doesn't know is a type error. */
export function protocolContract<const Protocol extends Declared>(
  protocol: Protocol & { readonly fields: Fields<Protocol> },
): Complete<Protocol> {
  return { assertions: [], ...protocol } as unknown as Complete<Protocol>;
}
