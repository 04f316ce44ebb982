/**
 * A statement costs as much as the rows of many, so reads of one turn of the event loop are batched. A missing key gives
 * undefined.
 */
export function collectReads<Key, Value>(read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>) {
  let keys = new Set<Key>()
  let reading: Promise<ReadonlyMap<Key, Value>> | undefined

  async function readAll(): Promise<ReadonlyMap<Key, Value>> {
    await new Promise<void>((resolve) => process.nextTick(resolve))
    const collected = keys
    keys = new Set()
    reading = undefined
    return read([...collected])
  }

  return async (key: Key): Promise<Value | undefined> => {
    keys.add(key)
    return (await (reading ??= readAll())).get(key)
  }
}
