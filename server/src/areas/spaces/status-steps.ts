import type { Progress } from '@vermilion/contract/kernel/fields'
import type { ScanReport, Space } from '@vermilion/contract/spaces'
import type { Clock } from '#platform/clock'
import { writeJson } from '#platform/database/columns'
import { spaceStatus } from './rules.ts'
import type { SpaceStore } from './store.ts'

interface Needs {
  readonly store: SpaceStore
  readonly clock: Clock
  announce(id: string): void
}

export function createStatusSteps({ store, clock, announce }: Needs) {
  async function setStatus(id: string, status: Space['status'], progress: Progress | null = null): Promise<void> {
    const set = { progress: progress === null ? null : writeJson(progress), updatedAt: clock.time() }
    if (!(await store.step(id, status, set))) {
      const row = await store.byId(id)
      if (row !== undefined) spaceStatus.check(row.status, status)
    }
    announce(id)
  }

  return {
    setStatus,

    /** Saves a scan's report. `error` when the folder could not be scanned. */
    async endScan(id: string, status: 'success' | 'error', report: ScanReport): Promise<void> {
      const scannedAt = status === 'success' ? { scannedAt: clock.time() } : {}
      await store.update(id, { scanReport: writeJson(report), ...scannedAt })
      await setStatus(id, status)
    },
  }
}
