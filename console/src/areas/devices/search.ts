import type { deviceSorts, DeviceStatus } from '@vermilion/contract/devices'
import { deviceKinds } from '@vermilion/contract/devices/kinds'
import { z } from 'zod'
import { previewAddress } from '#ui/files/file-view.ts'
import { listSearch, sortIn } from '#ui/list/list-search.ts'
import { listView } from '#ui/list/list-view.ts'

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

/** Each opens a form: `create` for a new device, `edit` one, `import` many, `enrol` one that adds itself. */
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

/** `status` filters the outcomes; `device` is the one whose output is shown. */
export const commandSearch = z.object({ status: word, cursor: word, device: word })
export const commandsSearch = z.object({ cursor: word })

/** An unregistered tab becomes the first. `range` belongs to the history, `action` and `cursor` to the log, the rest to files. */
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
