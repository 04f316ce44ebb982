import { createHash } from 'node:crypto'
import type { AssistModel } from '@vermilion/contract/assist-models/endpoints'
import type { AssistEntry } from '@vermilion/contract/assist-models/catalogue'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import { writeJson } from '#platform/database/columns'
import { jobWorkName } from '#platform/jobs/work'
import { createMutex } from '#platform/mutex'
import type { Platform } from '#platform/platform'
import type { WorkRegistry } from '#platform/work/work'
import { bringFiles } from './fetching/bringing.ts'
import type { ModelFolders } from './fetching/model-folder.ts'
import { usedEntries } from './rules.ts'
import { type AssistModelRow, type AssistStore, type FileFacts, type ModelFacts, toModel } from './store.ts'

interface AssistServiceNeeds extends Pick<Platform, 'database' | 'clock'> {
  readonly work: Pick<WorkRegistry, 'stop'>
  readonly spaces: Pick<Spaces, 'get'>
  readonly files: Pick<Files, 'atPaths' | 'content' | 'get'>
  readonly catalogue: readonly AssistEntry[]
  readonly store: AssistStore
  readonly folders: ModelFolders
  readonly tryOut: (entry: AssistEntry, folder: string, signal: AbortSignal) => Promise<ModelFacts>
  enqueue(modelId: string): Promise<string>
  changed(modelId: string): void
}

export type AssistService = ReturnType<typeof createAssistService>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createAssistService(needs: AssistServiceNeeds) {
  const { database, clock, work, spaces, files, catalogue, store, folders, changed } = needs
  const turn = createMutex()

  function entryOf(id: string): AssistEntry {
    const entry = catalogue.find((one) => one.id === id)
    if (entry === undefined) throw fail('assist-model.not-found')
    return entry
  }

  async function list(): Promise<AssistModel[]> {
    const rows = await store.all()
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    const used = usedEntries(catalogue, rows)
    return catalogue.map((entry) => toModel(entry, rowOf.get(entry.id), used.get(entry.role) === entry))
  }

  async function get(id: string): Promise<AssistModel> {
    const entry = entryOf(id)
    return (await list()).find((model) => model.id === entry.id)!
  }

  async function requireIdle(id: string): Promise<AssistModelRow | undefined> {
    const row = await store.byId(id)
    if (row?.status === 'fetching') throw fail('assist-model.under-way')
    if (row?.status === 'ready') throw fail('assist-model.ready')
    return row
  }

  const anew = (id: string, source: AssistModelRow['source'], by: string): AssistModelRow => ({
    id,
    status: 'fetching',
    source,
    revision: null,
    files: null,
    facts: null,
    done: 0,
    total: null,
    error: null,
    jobId: null,
    startedBy: by,
    startedAt: clock.time(),
    readyAt: null,
  })

  return {
    list,

    fetch: (id: string, by: string): Promise<AssistModel> =>
      database.transaction(async () => {
        entryOf(id)
        const row = await requireIdle(id)
        const current =
          row?.source === 'hub' ? { ...row, status: 'fetching' as const, error: null } : anew(id, 'hub', by)
        await store.put({ ...current, startedBy: by, jobId: await needs.enqueue(id) })
        changed(id)
        return get(id)
      }),

    async pause(id: string, by: string): Promise<AssistModel> {
      entryOf(id)
      const row = await store.byId(id)
      if (row?.status !== 'fetching' || row.jobId === null) throw fail('assist-model.not-fetching')
      await work.stop(`${jobWorkName}.${row.jobId}`, by)
      return get(id)
    },

    async bring(
      id: string,
      source: { readonly spaceId: string; readonly path: string },
      { by, signal }: { by: string; signal: AbortSignal },
    ): Promise<AssistModel> {
      const entry = entryOf(id)
      await spaces.get(source.spaceId)
      const release = await turn()
      try {
        await requireIdle(id)
        const folder = await folders.makeUnderWay(id, 'brought')
        const facts = await bringFiles(files, entry, { source, folder, signal })
        const modelFacts = await needs.tryOut(entry, folder, signal)
        // A fetch may have started meanwhile.
        await requireIdle(id)
        await folders.finish(entry, folder)
        await database.transaction(async () => {
          await requireIdle(id)
          const size = Object.values(facts).reduce((sum, file) => sum + file.size, 0)
          const content = { files: writeJson(facts), facts: writeJson(modelFacts), done: size, total: size }
          const row = { ...anew(id, 'archive', by), ...content, revision: revisionOf(entry, facts) }
          await store.put({ ...row, status: 'ready', readyAt: clock.time() })
          changed(id)
        })
        return await get(id)
      } finally {
        try {
          await folders.dropBrought(id)
        } finally {
          release()
        }
      }
    },

    async remove(id: string): Promise<AssistModel> {
      entryOf(id)
      await database.transaction(async () => {
        if ((await store.byId(id))?.status === 'fetching') throw fail('assist-model.under-way')
        await store.remove(id)
        changed(id)
      })
      await folders.remove(id)
      return get(id)
    },
  }
}

/** Files that differ from the pinned ones get their own revision, so that their vectors never mix. */
function revisionOf({ files, revision }: AssistEntry, facts: Readonly<Record<string, FileFacts>>): string {
  if (files.every(({ sha256 }) => sha256 !== undefined)) return revision
  const hash = createHash('sha256')
  for (const { name } of files) hash.update(facts[name]?.hash.value ?? '')
  return hash.digest('hex').slice(0, 40)
}
