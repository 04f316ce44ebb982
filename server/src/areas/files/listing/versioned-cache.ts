/** A least-recently-used cache of values that hold for one version of a space's files. */
export function createVersionedCache<Value>(maximumWeight: number, weightOf: (value: Value) => number) {
  const entries = new Map<string, { readonly version: number; readonly value: Value }>()

  function set(key: string, version: number, value: Value): void {
    entries.delete(key)
    entries.set(key, { version, value })
    let weight = [...entries.values()].reduce((sum, each) => sum + weightOf(each.value), 0)
    for (const [oldest, { value: evicted }] of entries) {
      if (weight <= maximumWeight || oldest === key) break
      entries.delete(oldest)
      weight -= weightOf(evicted)
    }
  }

  function get(key: string, version: number): Value | undefined {
    const entry = entries.get(key)
    if (entry?.version !== version) return undefined
    set(key, version, entry.value)
    return entry.value
  }

  return {
    get,
    set,
    newest: (key: string): { readonly version: number; readonly value: Value } | undefined => entries.get(key),
    forget: (key: string): void => void entries.delete(key),
    getOrCreate(key: string, version: number, create: () => Value): Value {
      const entry = get(key, version)
      if (entry !== undefined) return entry
      const created = create()
      set(key, version, created)
      return created
    },
  }
}
