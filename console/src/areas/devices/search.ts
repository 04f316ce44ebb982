import type { deviceSorts, DeviceStatus } from '@vermilion/contract/devices'
import { deviceKinds } from '@vermilion/contract/devices/kinds'
import { z } from 'zod'
import { previewAddress } from '#ui/files/file-view.ts'
import { listSearch, sortIn } from '#ui/list/list-search.ts'
import { listView } from '#ui/list/list-view.ts'

// Types alone are taken from the contract: its schemas would weigh on the sign-in page, which knows all routes.
export const deviceStatuses = ['connecting', 'online', 'offline'] as const satisfies readonly DeviceStatus[]
const sorts = [
  'name',
  'status',
  'kind',
  'group',
  'model',
  'cpu',
  'gpu',
  'temperature',
  'memory',
  'disk',
  'lastSeenAt',
  'createdAt',
] as const satisfies typeof deviceSorts

const word = z.coerce.string().optional().catch(undefined)

/** `create` opens the form for a new device, `edit` that of one that is there, `import` the one for many, `enrol` that for one that adds itself. */
export const deviceListSearch = listSearch.extend({
  status: z.enum(deviceStatuses).optional().catch(undefined),
  kind: z.enum(deviceKinds).optional().catch(undefined),
  group: word,
  sort: sortIn(sorts),
  layout: listView,
  create: z.boolean().optional().catch(undefined),
  edit: word,
  import: z.boolean().optional().catch(undefined),
  enrol: z.boolean().optional().catch(undefined),
})

export const historyRanges = ['1h', '24h', '7d', '30d'] as const
export type HistoryRange = (typeof historyRanges)[number]

/** `status` narrows the outcomes; `device` is that whose output is shown. */
export const commandSearch = z.object({ status: word, cursor: word, device: word })
export const commandsSearch = z.object({ cursor: word })

/** A tab that is not registered becomes the first one. `range` is of the history, `action` and `cursor` of the log, the others of the files. */
export const deviceDetailSearch = z.object({
  tab: word,
  range: z.enum(historyRanges).optional().catch(undefined),
  action: word,
  cursor: word,
  path: word,
  order: word,
  find: word,
  hidden: z.boolean().optional().catch(undefined),
  collections: z.boolean().optional().catch(undefined),
  ...previewAddress,
})
