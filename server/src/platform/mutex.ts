/** Lets one holder in at a time, in the order of asking. The answer is what ends the holding. */
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
