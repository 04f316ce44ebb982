/**
 * What some work makes of each item, in the order of the items: while one result is used, the work on the next item goes
 * on. Who stops early waits for it to end.
 */
export async function* oneAhead<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  let ahead: Promise<Result> | undefined
  try {
    for await (const item of items) {
      const current = ahead
      ahead = work(item)
      // It may fail before anybody waits for it.
      ahead.catch(() => undefined)
      if (current !== undefined) yield await current
    }
    if (ahead !== undefined) yield await ahead
  } finally {
    await ahead?.catch(() => undefined)
  }
}
