/** Admits one holder at a time, in order. The returned function releases. */
export type Mutex = () => Promise<() => void>

export function createMutex(): Mutex {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    const previous = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await previous
    return resolve
  }
}

/** Work of one key comes one after another. */
export function createKeyedMutex() {
  const existing = new Map<string, { readonly enter: Mutex; users: number }>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const entry = existing.get(key) ?? { enter: createMutex(), users: 0 }
    existing.set(key, entry)
    entry.users += 1
    const leave = await entry.enter()
    try {
      return await work()
    } finally {
      leave()
      entry.users -= 1
      if (entry.users === 0) existing.delete(key)
    }
  }
}
