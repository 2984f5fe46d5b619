import { forgetAll } from "@/lib/shared/once";

const worker = globalThis as typeof globalThis & { __variables?: NodeJS.ProcessEnv };

// Files of one worker share their modules. Each starts with the variables that the worker started with, and without singletons.
worker.__variables ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in worker.__variables)) delete process.env[name];
Object.assign(process.env, worker.__variables);
forgetAll();
