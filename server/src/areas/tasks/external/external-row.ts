import { writeJson } from '#platform/database/columns'
import { newRow } from '../creation/new-row.ts'
import { reason } from '../running/reasons.ts'
import type { TaskRow } from '../rows/task-row.ts'

type NewRun = Pick<TaskRow, 'id' | 'name' | 'creator' | 'createdAt'> & { readonly startedAt: string }

/** No pool, image, command or data of the product has a part in it. */
export function externalRow({ id, name, creator, createdAt, startedAt }: NewRun): TaskRow {
  const order = { name, creator, kind: 'external', image: '', parameters: {}, priority: 0 } as const
  const data = { dataSource: { kind: 'folder', id: '', name: '' }, prepare: { by: '', reference: '' } } as const
  const row = newRow({
    id,
    order: { ...order, ...data, instances: [] },
    image: { address: '', framework: '' },
    pool: { id: '', name: '', executor: 'external' },
    parameters: {},
    command: [],
    seal: (text) => text,
    createdAt,
  })
  return { ...row, status: 'running', reason: writeJson(reason('none')), mounts: writeJson([]), startedAt }
}
