import { fail } from '@vermilion/contract/kernel/errors'
import type { UsageReport } from '@vermilion/contract/monitoring/usage'
import type { Tasks } from '#areas/tasks'
import type { Clock } from '#platform/clock'
import { usageOf } from './usage-of.ts'

export function createUsage({ clock, tasks }: { clock: Clock; tasks: Tasks }) {
  return async ({ from, to = clock.time() }: { from: string; to?: string | undefined }): Promise<UsageReport> => {
    const span = { from: Date.parse(from), to: Date.parse(to) }
    if (span.to <= span.from) throw fail('host.span-empty')
    const [rows, names] = await Promise.all([tasks.timesBetween(from, to), tasks.pools.names()])
    return usageOf(rows, span, (id) => names.get(id) ?? id)
  }
}
