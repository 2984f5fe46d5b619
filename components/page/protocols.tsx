"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { ProtocolWords } from "@/lib/presenters/monitors/protocols";

const Protocols = createContext<readonly ProtocolWords[]>([]);

/** Tells the components inside what to call each check protocol and its targets. */
export function ProtocolsProvider({
  protocols,
  children,
}: {
  protocols: readonly ProtocolWords[];
  children: ReactNode;
}) {
  return <Protocols value={protocols}>{children}</Protocols>;
}

export function useProtocols(): readonly ProtocolWords[] {
  return useContext(Protocols);
}
