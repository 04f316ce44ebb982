import { session } from '#lib/api.ts'

/** A cache of the most recently used things, such as lists that Back shows at once. It is cleared with the session. */
export function createRemembered<Thing>(max = 6): (name: string, make: () => Thing) => Thing {
  const entries = new Map<string, Thing>()
  session.onForget(() => entries.clear())
  return (name, make) => {
    const thing = entries.get(name) ?? make()
    entries.delete(name)
    entries.set(name, thing)
    for (const oldest of entries.keys()) {
      if (entries.size <= max) break
      entries.delete(oldest)
    }
    return thing
  }
}
