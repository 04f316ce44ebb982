import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, id, time } from '../kernel/fields.ts'

const seconds = z.number().min(0)

const amounts = z.object({
  tasks: count,
  /** Median time from creation to start of started tasks; null without any. */
  waitMedian: seconds.nullable(),
  waitLongest: seconds.nullable(),
  runSeconds: seconds,
  acceleratorSeconds: seconds,
})

export const usageReport = z.object({
  byPerson: z.array(amounts.extend({ person: z.string() })),
  byPool: z.array(amounts.extend({ poolId: id, poolName: z.string() })),
  /** In UTC, `YYYY-MM-DD`; days without tasks are included. */
  byDay: z.array(amounts.extend({ day: z.string() })),
})
export type UsageReport = z.output<typeof usageReport>
export type UsageAmounts = z.output<typeof amounts>

export const usageEndpoints = {
  getUsage: endpoint('GET', '/usage', {
    summary: {
      en: 'How long tasks ran and waited, and what accelerators they held, by person, pool and day',
      zh: '任务的运行与等待时长、占用的加速卡，按人员、资源池和日期统计',
    },
    query: z.object({
      from: time,
      to: time.optional(),
    }),
    answer: usageReport,
    errors: ['host.span-empty'],
  }),
} as const
