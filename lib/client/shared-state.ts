"use client";
import { useSyncExternalStore } from "react";

/** A value that the whole tab shares and that components can follow. */
export interface SharedState<T> {
  get(): T;
  set(next: T): void;
  /** Returns the value and renders again when it changes. Returns the initial one until hydration. */
  use(): T;
}

export function sharedState<T>(initial: T): SharedState<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => value;
  return {
    get,
    set: (next) => {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  };
}
