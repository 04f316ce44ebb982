import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { bytes, count, id, time } from '../kernel/fields.ts'

const share = z.number().min(0).max(1)

/** `unused`: held but idle for a while; `foreign`: used by something else; `unknown`: utilization is unavailable. */
export const acceleratorStates = ['busy', 'unused', 'free', 'foreign', 'unknown'] as const
export type AcceleratorState = (typeof acceleratorStates)[number]

export const unusedAfterSeconds = 600
export const unusedBelow = 0.05

export const heldAccelerator = z.object({
  hostId: id,
  hostName: z.string(),
  index: count,
  vendor: z.enum(['nvidia', 'amd', 'intel', 'other']),
  name: z.string(),
  utilization: share.nullable(),
  memoryUsed: bytes.nullable(),
  memoryTotal: bytes.nullable(),
  /** In °C. */
  temperature: z.number().nullable(),
  /** In watts. */
  power: z.number().min(0).nullable(),
  powerLimit: z.number().min(0).nullable(),
  state: z.enum(acceleratorStates),
  stateSince: time.nullable(),
  holder: z
    .object({ taskId: id, taskName: z.string(), creator: z.string(), poolId: id, poolName: z.string(), since: time })
    .nullable(),
})
export type HeldAccelerator = z.output<typeof heldAccelerator>

export const acceleratorEndpoints = {
  listAccelerators: endpoint('GET', '/accelerators', {
    summary: {
      en: 'Accelerators of all hosts, with who holds each and how busy it is',
      zh: '所有主机的加速卡、占用者与使用情况',
    },
    answer: z.array(heldAccelerator),
  }),
} as const
