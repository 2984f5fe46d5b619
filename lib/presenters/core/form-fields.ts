import * as z from "zod";

/** Label and help of a form control. They come from the contract, so that limits are defined once. */
export interface FieldInfo {
  label: string;
  help: string | null;
}

const Meta = z.object({ title: z.string().optional(), description: z.string().optional() });
const Wrapper = z.object({
  innerType: z.instanceof(z.ZodType).optional(),
  in: z.instanceof(z.ZodType).optional(),
});

/** Returns the title and description of a schema, or of the wrapped schema when a wrapper (default, nullable, pipe) has none. */
function infoOf(name: string, schema: z.ZodType): FieldInfo {
  const meta = Meta.safeParse(z.globalRegistry.get(schema) ?? {}).data ?? {};
  if (meta.title) return { label: meta.title, help: meta.description ?? null };
  const { innerType, in: input } = Wrapper.parse(schema.def);
  const inner = innerType ?? input;
  return inner ? infoOf(name, inner) : { label: name.replaceAll("_", " "), help: meta.description ?? null };
}

/** Returns label and help of every field of an object schema, as plain values that a server component can pass on. */
export function fieldInfos(schema: z.ZodObject): Record<string, FieldInfo> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, infoOf(name, field as z.ZodType)]),
  );
}
