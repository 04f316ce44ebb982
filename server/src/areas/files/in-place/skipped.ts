import type { ScanReport } from '@vermilion/contract/spaces'
import type { Found } from './walk.ts'

/** Counts what cannot be indexed, by its reason. */
export function createSkipped(before: ScanReport['skipped']) {
  const byReason = new Map(before.map((one) => [one.reason.en, { ...one }]))
  return {
    add(found: readonly Found[]): void {
      for (const one of found) {
        if (one.kind !== 'skipped') continue
        const { reason, path } = one
        const known = byReason.get(reason.en) ?? { reason, count: 0, example: path }
        byReason.set(reason.en, { ...known, count: known.count + 1 })
      }
    },
    all: (): ScanReport['skipped'] => [...byReason.values()],
  }
}
