import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { count, time } from '../kernel/fields.ts'

/** Names the way in which the lead came to a server: none had it, it was handed over, its holder was gone, or said nothing for too long. */
const leadChanges = ['first', 'handed-over', 'gone', 'silent'] as const

export const lead = z.object({
  /** Rises with each change. */
  number: count,
  host: z.string(),
  address: z.string(),
  version: z.string(),
  since: time,
  change: z.enum(leadChanges),
})
export type Lead = z.output<typeof lead>

export const standby = z.object({ host: z.string(), since: time })

export const leadEndpoints = {
  getLeads: endpoint('GET', '/leads', {
    summary: {
      en: 'Which of the servers on this database works, the last of its predecessors, and the servers that stand by; nothing for a server alone',
      zh: '共用此数据库的服务器中哪一台为主用、此前的主用服务器，以及备用服务器；单机部署时为空',
    },
    /** The newest first. */
    answer: z.object({ leads: z.array(lead), standbys: z.array(standby) }),
  }),
} as const
