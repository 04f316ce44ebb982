import type { UploadReport } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Work, WorkStatus } from '@vermilion/contract/kernel/work'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { WorkRegistry, WorkSource } from '#platform/work/work'
import type { Spaces } from '#areas/spaces'

/** Milliseconds without a report after which the page that uploads is taken for gone. */
const silenceTimeout = 60_000

interface BatchRow {
  id: string
  owner: string
  spaceId: string
  spaceName: string
  state: UploadReport['state'] | 'stopped'
  files: number
  bytes: number
  doneFiles: number
  doneBytes: number
  failedFiles: number
  startedAt: string
  updatedAt: string
  endedAt: string | null
}

interface BatchTables {
  uploadBatches: BatchRow
}

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly spaces: Spaces
  readonly work: WorkRegistry
}

const workName = 'upload'

export type UploadBatches = ReturnType<typeof createUploadBatches>

/** Files that are uploaded together, as their page reports them: so that every tab sees them, and a reload shows what is left. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createUploadBatches({ database, clock, spaces, work }: Needs) {
  const query = database.query<BatchTables>()
  const findById = (id: string) => query.selectFrom('uploadBatches').selectAll().where('id', '=', id).executeTakeFirst()

  function statusOf({ state, failedFiles, updatedAt }: BatchRow): WorkStatus {
    if (state === 'ended') return failedFiles > 0 ? 'failed' : 'success'
    if (state !== 'sending') return state
    return clock.now() - Date.parse(updatedAt) > silenceTimeout ? 'interrupted' : 'running'
  }

  function toWork(row: BatchRow): Work {
    const { id, owner, spaceId, spaceName, bytes, doneBytes, failedFiles, startedAt, updatedAt, endedAt } = row
    const status = statusOf(row)
    return {
      id,
      kind: 'upload',
      name: spaceName,
      status,
      reason: failedFiles > 0 ? { en: `Files that failed: ${failedFiles}`, zh: `${failedFiles} 个文件失败` } : null,
      progress: { done: doneBytes, total: bytes, unit: 'bytes' },
      owner,
      leadsTo: { page: 'space', id: spaceId },
      stoppable: endedAt === null,
      startedAt,
      updatedAt,
      endedAt,
    }
  }

  async function report(id: string, update: UploadReport, owner: string): Promise<Work> {
    const existing = await findById(id)
    if (existing !== undefined && existing.owner !== owner) throw fail('work.not-found')
    if (existing?.state === 'stopped' || existing?.state === 'ended') return withRegistryId(toWork(existing))
    const now = clock.time()
    const { spaceId, ...progress } = update
    const reported = { ...progress, updatedAt: now, endedAt: update.state === 'ended' ? now : null }
    if (existing === undefined) {
      const space = await spaces.get(spaceId)
      await forgetOlder(owner, spaceId)
      const row: BatchRow = { ...reported, id, owner, spaceId, spaceName: space.name, startedAt: now }
      await query.insertInto('uploadBatches').values(row).execute()
    } else await query.updateTable('uploadBatches').set(reported).where('id', '=', id).execute()
    work.changed(workName, id)
    const row = await findById(id)
    if (row === undefined) throw fail('work.not-found')
    return withRegistryId(toWork(row))
  }

  /** Who chooses files for the same space again goes on with what was cut off; and what has long ended is of no use. */
  async function forgetOlder(owner: string, spaceId: string): Promise<void> {
    const threshold = new Date(clock.now() - 7 * 24 * 3_600_000).toISOString()
    await query.deleteFrom('uploadBatches').where('updatedAt', '<', threshold).execute()
    const silent = new Date(clock.now() - silenceTimeout).toISOString()
    const interrupted = await query
      .selectFrom('uploadBatches')
      .select('id')
      .where('owner', '=', owner)
      .where('spaceId', '=', spaceId)
      .where((row) =>
        row.or([
          row('state', '=', 'interrupted'),
          row.and([row('state', '=', 'sending'), row('updatedAt', '<', silent)]),
        ]),
      )
      .execute()
    for (const { id } of interrupted) {
      await query.deleteFrom('uploadBatches').where('id', '=', id).execute()
      work.changed(workName, id)
    }
  }

  const source: WorkSource = {
    name: workName,
    async list({ owner, since }) {
      const rows = await query
        .selectFrom('uploadBatches')
        .selectAll()
        .where('owner', '=', owner)
        .where('updatedAt', '>', since)
        .orderBy('updatedAt', 'desc')
        .limit(50)
        .execute()
      return rows.map(toWork)
    },
    async find(id) {
      const row = await findById(id)
      return row === undefined ? undefined : toWork(row)
    },
    async stop(id) {
      const now = clock.time()
      const stop = { state: 'stopped', updatedAt: now, endedAt: now } as const
      await query.updateTable('uploadBatches').set(stop).where('id', '=', id).where('endedAt', 'is', null).execute()
      work.changed(workName, id)
    },
  }
  work.add(source)

  return { report }
}

/** As the registry names it. */
function withRegistryId(work: Work): Work {
  return { ...work, id: `${workName}.${work.id}` }
}
