import { setImmediate as breath } from 'node:timers/promises'

/** Milliseconds for which the event loop is held at a time, at most, besides what one item takes. */
const longestTurn = 4

/** Passes items on, and lets requests have their turn again and again meanwhile: a check of all there is may take its time. */
export async function* inTurns<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item> {
  let began = performance.now()
  for await (const item of items) {
    yield item
    if (performance.now() - began < longestTurn) continue
    await breath()
    began = performance.now()
  }
}
