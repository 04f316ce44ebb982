import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count } from '../kernel/fields.ts'

/** Separate from the rules: every page needs the number, few need the rules. */
export const alertCountEndpoints = {
  countAlerts: endpoint('GET', '/alerts/count', {
    summary: {
      en: 'How many alerts are open, neither acknowledged nor silenced',
      zh: '未确认且未静默的当前告警数',
    },
    answer: z.object({ attention: count, critical: count }),
  }),
} as const
