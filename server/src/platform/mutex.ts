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
