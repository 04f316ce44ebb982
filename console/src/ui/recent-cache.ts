import { session } from '#lib/api.ts'

/** A few things by name, the latest used: lists that Back shows at once as they were. They go with the session. */
export function createRemembered<Thing>(most = 6): (name: string, make: () => Thing) => Thing {
  const kept = new Map<string, Thing>()
  session.onForget(() => kept.clear())
  return (name, make) => {
    const thing = kept.get(name) ?? make()
    kept.delete(name)
    kept.set(name, thing)
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    return thing
  }
}
