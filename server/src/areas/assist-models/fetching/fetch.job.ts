import { join } from 'node:path'
import type { AssistEntry } from '@vermilion/contract/assist-models/catalogue'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { readJson, writeJson } from '#platform/database/columns'
import { freeSpace } from '#platform/disk-space'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import { type ModelFolders, sizeOf } from './model-folder.ts'
import type { AssistModelRow, AssistStore, FileFacts, ModelFacts } from '../store.ts'
import { describeFile, fetchFile } from './hub-file.ts'

const fetching = jobKind<{ modelId: string }>('assist-model')
/** Minimum milliseconds between two writes of the progress. */
const saveEvery = 500

interface Needs extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  readonly store: AssistStore
  readonly folders: ModelFolders
  readonly entryOf: (id: string) => AssistEntry | undefined
  readonly hub: () => string
  readonly patience: number
  readonly tryOut: (entry: AssistEntry, folder: string, signal: AbortSignal) => Promise<ModelFacts>
  changed(modelId: string): void
}

/** The row and the partial files record the progress, so a restart continues. */
export function registerFetching(needs: Needs): (modelId: string) => Promise<string> {
  const { clock, jobs, store, changed } = needs

  jobs.register(fetching, {
    concurrency: 2,
    work: {
      kind: 'assist-model',
      async describe({ modelId }) {
        const row = await store.byId(modelId)
        const name = needs.entryOf(modelId)?.name ?? modelId
        return row === undefined ? undefined : { name, owner: row.startedBy, leadsTo: null }
      },
    },
    async run({ payload: { modelId }, signal, saveProgress }) {
      const entry = needs.entryOf(modelId)
      const row = await store.byId(modelId)
      if (entry === undefined || row?.status !== 'fetching') return undefined
      const facts = await fetchModel({ entry, row, signal, saveProgress })
      return async () => {
        const set = { facts: writeJson(facts), error: null, jobId: null, readyAt: clock.time() }
        if (await store.step(modelId, 'ready', set)) changed(modelId)
      }
    },
    async failed({ modelId }, error) {
      const row = await store.byId(modelId)
      // `row.error` already has both languages.
      const text = row?.error ?? writeJson<Text>({ en: error, zh: error })
      if (await store.step(modelId, 'failed', { error: text, jobId: null })) changed(modelId)
    },
    async stopped({ modelId }) {
      if (await store.step(modelId, 'paused', { error: null, jobId: null })) changed(modelId)
    },
  })

  async function fetchModel(run: Run): Promise<ModelFacts> {
    try {
      return await bringHere(needs, run)
    } catch (error) {
      if (error instanceof Failure) {
        // The stored file facts may belong to other files.
        const isOfOthers = error.reason === 'assist-model.damaged'
        const forgotten = isOfOthers ? { files: null, revision: null } : {}
        await store.update(run.entry.id, { error: writeJson(error.text), ...forgotten })
      }
      throw error
    }
  }

  return (modelId) => jobs.enqueue(fetching, modelId, { modelId })
}

async function bringHere(needs: Needs, { entry, row, ...run }: Run): Promise<ModelFacts> {
  const { database, store, folders, patience, hub, tryOut, changed } = needs
  const { id, repository } = entry
  const { signal } = run
  // The server was killed after the last file was complete.
  if (row.files !== null && (await folders.isComplete(entry, readJson(row.files))))
    return tryOut(entry, folders.ready(id), signal)
  const control = { signal, patience }
  const hubPlace = { hub: hub().replace(/\/+$/, ''), repository, revision: row.revision ?? entry.revision }
  const folder = await folders.makeUnderWay(id, 'part')
  const { files, revision } = await factsOfAll(hubPlace, entry, row, control)
  const total = Object.values(files).reduce((sum, { size }) => sum + size, 0)
  const sizes = new Map<string, number>()
  for (const { name } of entry.files) sizes.set(name, (await sizeOf(join(folder, name))) ?? 0)
  const here = () => [...sizes.values()].reduce((sum, size) => sum + size, 0)
  await store.update(id, { files: writeJson(files), revision, total, done: here(), error: null })
  await requireRoom(folder, total - here())

  const save = () =>
    database.transaction(async () => {
      await store.update(id, { done: here() })
      await run.saveProgress({ done: here(), total, unit: 'bytes' })
      changed(id)
    })
  const saving = saveRegularly(here, save)
  try {
    for (const file of entry.files) {
      const { name } = file
      const advanced = (bytes: number) => void sizes.set(name, bytes)
      const target = { ...control, file, facts: files[name]!, target: join(folder, name), advanced }
      await fetchFile({ ...hubPlace, revision }, target)
      sizes.set(name, files[name]!.size)
    }
  } finally {
    await saving.stop()
  }
  const facts = await tryOut(entry, folder, signal)
  await folders.finish(entry, folder)
  return facts
}

function saveRegularly(here: () => number, save: () => Promise<void>) {
  let saved = -1
  let saving: Promise<void> = Promise.resolve()
  const saveNow = () => {
    if (here() === saved) return
    saved = here()
    saving = saving.then(save).catch(() => undefined)
  }
  const timer = setInterval(saveNow, saveEvery)
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      saveNow()
      await saving
    },
  }
}

interface Run {
  readonly entry: AssistEntry
  readonly row: AssistModelRow
  readonly signal: AbortSignal
  readonly saveProgress: (progress: { done: number; total: number; unit: string }) => Promise<void>
}

/** Reuses facts reported before, so that files of two revisions never mix. */
async function factsOfAll(
  hubPlace: Parameters<typeof describeFile>[0],
  entry: AssistEntry,
  row: AssistModelRow,
  control: Parameters<typeof describeFile>[2],
): Promise<{ files: Record<string, FileFacts>; revision: string }> {
  if (row.files !== null && row.revision !== null) return { files: { ...readJson(row.files) }, revision: row.revision }
  const files: Record<string, FileFacts> = {}
  let { revision } = hubPlace
  for (const file of entry.files) {
    const { facts, commit } = await describeFile({ ...hubPlace, revision }, file, control)
    files[file.name] = facts
    revision = commit
  }
  return { files, revision }
}

export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const lacking = bytes - (await freeSpace(folder))
  if (lacking > 0) throw fail('assist-model.no-room', { needed: Math.ceil(lacking / 1024 ** 2) })
}
