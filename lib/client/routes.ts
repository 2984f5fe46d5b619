import type { AnyEndpoint, EndpointId } from "@/lib/contract/endpoints";
import type { AnswerOf, Route } from "./route";

type EndpointOf<Id extends EndpointId> = Extract<AnyEndpoint, { id: Id }>;
type Routes = { readonly [Id in EndpointId]: Route<EndpointOf<Id>, AnswerOf<EndpointOf<Id>>> };

/** Every endpoint, typed by the contract. The build inserts their addresses, one per line. */
export const routes = Object.fromEntries(
  (process.env.API_ADDRESSES ?? "").split("\n").map((line) => {
    const [id = "", method, path] = line.split(" ");
    return [id, { id, method, path }];
  }),
) as unknown as Routes;
