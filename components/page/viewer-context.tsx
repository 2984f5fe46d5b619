"use client";
import { createContext, useContext } from "react";
import type { Viewer } from "@/lib/presenters/core/viewer";

const ViewerContext = createContext<Viewer | null>(null);

/** Tells the components inside who is signed in. */
export const ViewerProvider = ViewerContext.Provider;

/** Returns who is signed in; null outside the dashboard. */
export const useViewer = () => useContext(ViewerContext);
