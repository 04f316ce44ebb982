/** The largest batch, and the interval between batches in milliseconds. */
interface Bounds {
  readonly maxItems: number
  readonly intervalMs: number
}

interface Waiting<Item> {
  readonly item: Item
  readonly written: PromiseWithResolvers<void>
}

/**
 * A commit costs as much as writing many items: the first is written at once, those within the interval at its end. Resolves once
 * the item is written.
 */
export function collectWrites<Item>(
  write: (items: readonly Item[]) => Promise<void>,
  { maxItems, intervalMs }: Bounds,
) {
  let waiting: Waiting<Item>[] = []
  let timer: NodeJS.Timeout | undefined
  let writtenAt = Number.NEGATIVE_INFINITY
  let writing: Promise<void> = Promise.resolve()

  async function writeAll(batch: readonly Waiting<Item>[]): Promise<void> {
    try {
      await write(batch.map(({ item }) => item))
      for (const { written } of batch) written.resolve()
    } catch (error) {
      for (const { written } of batch) written.reject(error)
    }
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    writtenAt = performance.now()
    const batch = waiting
    waiting = []
    writing = writing.then(() => writeAll(batch))
  }

  return (item: Item): Promise<void> => {
    const written = Promise.withResolvers<void>()
    waiting.push({ item, written })
    if (waiting.length >= maxItems) flush()
    else timer ??= setTimeout(flush, Math.max(0, writtenAt + intervalMs - performance.now()))
    return written.promise
  }
}
