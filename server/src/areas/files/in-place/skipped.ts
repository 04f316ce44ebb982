import type { ScanReport } from '@vermilion/contract/spaces'
import type { WalkEntry } from './walk.ts'

export function createSkippedCounts(previous: ScanReport['skipped']) {
  const byReason = new Map(previous.map((one) => [one.reason.en, { ...one }]))
  return {
    add(entries: readonly WalkEntry[]): void {
      for (const one of entries) {
        if (one.kind !== 'skipped') continue
        const { reason, path } = one
        const count = byReason.get(reason.en) ?? { reason, count: 0, example: path }
        byReason.set(reason.en, { ...count, count: count.count + 1 })
      }
    },
    all: (): ScanReport['skipped'] => [...byReason.values()],
  }
}
