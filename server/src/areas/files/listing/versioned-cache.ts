/** Values that hold for one version of a space's files; those least recently asked for leave first. */
export function createRemembered<Value>(most: number, weigh: (value: Value) => number) {
  const kept = new Map<string, { readonly version: number; readonly value: Value }>()

  function keep(key: string, version: number, value: Value): void {
    kept.delete(key)
    kept.set(key, { version, value })
    let weight = [...kept.values()].reduce((sum, each) => sum + weigh(each.value), 0)
    for (const [oldest, { value: leaving }] of kept) {
      if (weight <= most || oldest === key) break
      kept.delete(oldest)
      weight -= weigh(leaving)
    }
  }

  function find(key: string, version: number): Value | undefined {
    const known = kept.get(key)
    if (known?.version !== version) return undefined
    keep(key, version, known.value)
    return known.value
  }

  return {
    find,
    keep,
    forget: (key: string): void => void kept.delete(key),
    findOr(key: string, version: number, make: () => Value): Value {
      const known = find(key, version)
      if (known !== undefined) return known
      const made = make()
      keep(key, version, made)
      return made
    },
  }
}
