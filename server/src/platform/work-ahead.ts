/** Contents that are read while one is used: they may come from elsewhere. */
export const contentsAhead = 7

/**
 * Maps items in order, working on the next ones, `most` of them, while the caller uses a result. Stopping early waits for the
 * pending work.
 */
export async function* workAhead<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  most = 1,
): AsyncGenerator<Result> {
  const ahead: Promise<Result>[] = []
  try {
    for await (const item of items) {
      const current = work(item)
      // It may fail before anybody awaits it.
      current.catch(() => undefined)
      ahead.push(current)
      if (ahead.length > most) yield await ahead.shift()!
    }
    while (ahead.length > 0) yield await ahead.shift()!
  } finally {
    await Promise.allSettled(ahead)
  }
}
