/** Stripe merges metadata key by key; an empty value removes the key, an empty whole removes them all. */
type Metadata = Record<string, string>;

export function mergedMetadata(current: Metadata | null | undefined, given: unknown): Metadata {
  if (given === undefined) return { ...current };
  if (given === '' || given === null) return {};
  const merged = { ...current };
  for (const [key, value] of Object.entries(given as Metadata)) {
    if (value === '') delete merged[key];
    else merged[key] = value;
  }
  return merged;
}
