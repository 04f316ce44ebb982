import { setImmediate as breath } from 'node:timers/promises'

/** Milliseconds for which items may hold the event loop at a time. */
const maxTurnMs = 4

/** Passes items on and yields to requests regularly, for checks that scan everything. */
export async function* inTurns<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item> {
  let began = performance.now()
  for await (const item of items) {
    yield item
    if (performance.now() - began < maxTurnMs) continue
    await breath()
    began = performance.now()
  }
}
