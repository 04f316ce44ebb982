import { fail } from '@vermilion/contract/kernel/errors'
import type { UsageAmounts, UsageReport } from '@vermilion/contract/monitoring/usage'
import type { Tasks, TaskTimes } from '#areas/tasks'
import type { Clock } from '#platform/clock'

const day = 86_400_000

interface Span {
  /** In milliseconds. */
  from: number
  to: number
}

export function createUsage({ clock, tasks }: { clock: Clock; tasks: Tasks }) {
  return async ({ from, to = clock.time() }: { from: string; to?: string | undefined }): Promise<UsageReport> => {
    const span = { from: Date.parse(from), to: Date.parse(to) }
    if (span.to <= span.from) throw fail('host.span-empty')
    const [rows, names] = await Promise.all([tasks.timesBetween(from, to), tasks.pools.names()])
    return usageOf(rows, span, (id) => names.get(id) ?? id)
  }
}

export function usageOf(tasks: readonly TaskTimes[], span: Span, poolName: (id: string) => string): UsageReport {
  const grouped = <Key extends string>(key: (task: TaskTimes) => Key) =>
    [...Map.groupBy(tasks, key)]
      .map(([name, own]) => ({ name, amounts: amountsOf(own, span) }))
      .toSorted(
        (a, b) =>
          b.amounts.acceleratorSeconds - a.amounts.acceleratorSeconds || b.amounts.runSeconds - a.amounts.runSeconds,
      )
  return {
    byPerson: grouped(({ creator }) => creator).map(({ name, amounts }) => ({ person: name, ...amounts })),
    byPool: grouped(({ pool }) => pool).map(({ name, amounts }) => ({
      poolId: name,
      poolName: poolName(name),
      ...amounts,
    })),
    byDay: daysOf(span).map((start) => ({
      day: new Date(start).toISOString().slice(0, 10),
      ...amountsOf(tasks, { from: Math.max(span.from, start), to: Math.min(span.to, start + day) }),
    })),
  }
}

function daysOf({ from, to }: Span): number[] {
  const first = Math.floor(from / day) * day
  return Array.from({ length: Math.ceil((to - first) / day) }, (_, index) => first + index * day)
}

function amountsOf(tasks: readonly TaskTimes[], { from, to }: Span): UsageAmounts {
  let [runSeconds, acceleratorSeconds, created] = [0, 0, 0]
  const waits: number[] = []
  for (const { createdAt, startedAt, endedAt, accelerators } of tasks) {
    const isCreated = Date.parse(createdAt) >= from && Date.parse(createdAt) < to
    if (isCreated) created += 1
    if (startedAt === null) continue
    const startTime = Date.parse(startedAt)
    if (startTime >= from && startTime < to) waits.push((startTime - Date.parse(createdAt)) / 1_000)
    const end = endedAt === null ? to : Date.parse(endedAt)
    const seconds = Math.max(0, Math.min(end, to) - Math.max(startTime, from)) / 1_000
    runSeconds += seconds
    acceleratorSeconds += seconds * accelerators
  }
  const sorted = waits.map((wait) => Math.max(0, wait)).toSorted((a, b) => a - b)
  return {
    tasks: created,
    waitMedian: sorted[Math.floor((sorted.length - 1) / 2)] ?? null,
    waitLongest: sorted.at(-1) ?? null,
    runSeconds,
    acceleratorSeconds,
  }
}
