import type { TrainingPart } from '@vermilion/contract/models/training-parts'
import type { Counts, StoredCell } from './evaluation-store.ts'
import type { JudgedImage } from './messages.ts'

const kinds = ['right', 'missed', 'wrong', 'extra'] as const

export function createTally() {
  const cells = new Map<string, StoredCell>()
  const counts = new Map<TrainingPart, Counts>()
  let images = 0
  return {
    add(judged: readonly JudgedImage[]) {
      images += judged.length
      for (const { part, verdict } of judged) {
        if (verdict === null) continue
        const own = counts.get(part) ?? none()
        for (const kind of kinds) own[kind] += verdict[kind]
        counts.set(part, own)
        for (const { found, real, count } of verdict.cells) {
          const key = `${part} ${found} ${real}`
          const cell = cells.get(key) ?? { part, found, real, count: 0, images: 0 }
          cells.set(key, { ...cell, count: cell.count + count, images: cell.images + 1 })
        }
      }
    },
    images: () => images,
    counts(): Counts {
      const all = none()
      for (const own of counts.values()) for (const kind of kinds) all[kind] += own[kind]
      return all
    },
    countsOf: (part: TrainingPart): Counts => counts.get(part) ?? none(),
    cells: () => [...cells.values()],
  }
}

const none = (): Counts => ({ right: 0, missed: 0, wrong: 0, extra: 0 })

export function cellsOf(cells: readonly StoredCell[], part: TrainingPart | undefined) {
  const sums = new Map<string, Omit<StoredCell, 'part'>>()
  for (const { part: own, ...cell } of cells) {
    if (part !== undefined && own !== part) continue
    const key = `${cell.found} ${cell.real}`
    const sum = sums.get(key)
    sums.set(key, sum ? { ...sum, count: sum.count + cell.count, images: sum.images + cell.images } : cell)
  }
  return [...sums.values()]
}
