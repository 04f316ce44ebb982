import type { KeptCell } from './evaluation-store.ts'
import type { JudgedImage } from './messages.ts'

/** Sums up what images of a round were judged to be. */
export function createTally() {
  const cells = new Map<string, KeptCell>()
  const counts = { right: 0, missed: 0, wrong: 0, extra: 0 }
  let images = 0
  return {
    add(judged: readonly JudgedImage[]) {
      images += judged.length
      for (const { verdict } of judged) {
        if (verdict === null) continue
        for (const name of ['right', 'missed', 'wrong', 'extra'] as const) counts[name] += verdict[name]
        for (const { found, real, count } of verdict.cells) {
          const key = `${found} ${real}`
          const cell = cells.get(key) ?? { found, real, count: 0, images: 0 }
          cells.set(key, { ...cell, count: cell.count + count, images: cell.images + 1 })
        }
      }
    },
    images: () => images,
    counts: () => counts,
    cells: () => [...cells.values()],
  }
}
