/** Maps items in order, working on the next while the caller uses a result. Stopping early waits for the pending work. */
export async function* oneAhead<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  let ahead: Promise<Result> | undefined
  try {
    for await (const item of items) {
      const current = ahead
      ahead = work(item)
      // It may fail before anybody awaits it.
      ahead.catch(() => undefined)
      if (current !== undefined) yield await current
    }
    if (ahead !== undefined) yield await ahead
  } finally {
    await ahead?.catch(() => undefined)
  }
}
