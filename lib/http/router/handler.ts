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

/** Fills in what the body of a request leaves out, before it is validated. */
export type Fill = (caller: Caller, body: object) => Promise<object>;

export type GuardTable = { [Id in EndpointId]?: Guard<Extract<AnyEndpoint, { id: Id }>> };

/** Declares the handlers of a resource by endpoint ID, typed by the contract. */
export function handlers<Table extends Partial<HandlerTable>>(table: Table): Table {
  return table;
}
