import { z } from 'zod'

export const resourceTabs = ['compute', 'network', 'allocation', 'storage', 'alerts'] as const
export type ResourceTab = (typeof resourceTabs)[number]

export const ranges = ['1h', '6h', '24h', '7d', '30d', '90d'] as const
export type Range = (typeof ranges)[number]

/** The number of hosts to compare, limited by distinguishable colors. */
export const maxCompared = 7

const moment = z.iso.datetime().optional().catch(undefined)

/** `range` ends now; `from` and `to` are a part selected in a chart and take precedence. */
export const resourceSearch = z.object({
  tab: z.enum(resourceTabs).optional().catch(undefined),
  host: z.coerce.string().optional().catch(undefined),
  /** Ids of compared hosts, separated by commas. */
  compare: z.coerce.string().optional().catch(undefined),
  range: z.enum(ranges).optional().catch(undefined),
  from: moment,
  to: moment,
  view: z.enum(['table']).optional().catch(undefined),
})
