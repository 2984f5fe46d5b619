import type * as z from "zod";
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from "@/lib/contract/core/endpoint";
import type { AnyEndpoint, EndpointId } from "@/lib/contract/endpoints";
import type { Caller } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import type { RunnerCaller } from "@/lib/services/runners/authenticate";
import type { ApiRequest, RawReply } from "../request";

/** The input of a handler: authenticated, validated, and authorized. */
export interface Call<E extends Endpoint = Endpoint> {
  /** Null on public endpoints. */
  readonly caller: E["scope"] extends "public" ? null : E["scope"] extends "runner" ? RunnerCaller : Caller;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The `page` and `per_page` of a list. */
  readonly page: Page;
  readonly request: ApiRequest;
}

type Answer<E extends Endpoint> = E extends { list: true }
  ? Listed<ResponseOf<E>>
  : E["response"] extends z.ZodType
    ? ResponseOf<E>
    : // biome-ignore lint/suspicious/noConfusingVoidType: services that give nothing are typed Promise<void>
      void;

/** Calls the service and returns the object, a page of a list, nothing (204), or a `RawReply`. */
export type Handler<E extends Endpoint = Endpoint> = (
  call: Call<E>,
) => Promise<Answer<E> | RawReply> | Answer<E> | RawReply;

export type HandlerTable = { [Id in EndpointId]: Handler<Extract<AnyEndpoint, { id: Id }>> };

/** Refuses a request before its body is read, because no body would be accepted. */
export type Guard<E extends Endpoint = Endpoint> = (caller: Call<E>["caller"], params: ParamsOf<E>) => void;

/** Fills in omitted fields of a request's body, before it is validated. */
export type Fill = (caller: Caller, body: object) => Promise<object>;

export type GuardTable = { [Id in EndpointId]?: Guard<Extract<AnyEndpoint, { id: Id }>> };

type ParamsIn<Path, Params> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [Params[Name & keyof Params], ...ParamsIn<Rest, Params>]
  : [];
type Given<Part, Value> = Part extends z.ZodType ? [Value] : [];

/** Takes the caller, the parameters of the path in their order, then query, body, and page, if the endpoint has them. */
type Service<E extends Endpoint> = (
  ...input: [
    Call<E>["caller"],
    ...ParamsIn<E["path"], ParamsOf<E>>,
    ...Given<E["query"], QueryOf<E>>,
    ...Given<E["body"], BodyOf<E>>,
    ...(E extends { list: true } ? [Page] : []),
  ]
) => ReturnType<Handler<E>>;

export type ServiceTable<Id extends EndpointId> = {
  [Name in Id]: Service<Extract<AnyEndpoint, { id: Name }>>;
};

/** Returns the handler that calls the service with the endpoint's ID as its name. */
export function serviceHandler(endpoint: Endpoint, services: Readonly<Record<string, unknown>>): Handler {
  const service = services[endpoint.id] as (...input: unknown[]) => ReturnType<Handler>;
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return ({ caller, params, query, body, page }) =>
    service(
      caller,
      ...names.map((name) => (params as Record<string, unknown>)[name]),
      ...(endpoint.query ? [query] : []),
      ...(endpoint.body ? [body] : []),
      ...(endpoint.list ? [page] : []),
    );
}

/** Declares the handlers of a resource by endpoint ID, typed by the contract. */
export function handlers<Table extends Partial<HandlerTable>>(table: Table): Table {
  return table;
}
