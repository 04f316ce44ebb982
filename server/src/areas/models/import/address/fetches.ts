import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '@vermilion/contract/accounts'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import type { ModelFetch, modelFetchEndpoints } from '@vermilion/contract/models/fetches'
import type { Files } from '#areas/files'
import { refuseInPlace, type Spaces } from '#areas/spaces'
import { writeJson } from '#platform/database/columns'
import { freeSpace } from '#platform/disk-space'
import type { Handlers } from '#platform/http/handler'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import { fileNameOf, withoutSecrets } from './address.ts'
import { fetchFile, type RemoteFile } from './fetch-file.ts'
import { createModelFetchStore, modelFetchOf, type ModelFetchRow } from './store.ts'

const fetching = jobKind<{ fetchId: string }, RemoteFile>('model-fetch')
const forgetFetches = jobKind<null>('forget-model-fetches')
/** In milliseconds. */
const saveEvery = 500
const maxOpen = 4
/** In milliseconds. */
const retention = 30 * 24 * 3_600_000

interface Needs extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  readonly files: Pick<Files, 'addFile'>
  readonly spaces: Pick<Spaces, 'get'>
  readonly folder: string
  readonly allowedHosts: readonly string[]
}

export type ModelFetches = ReturnType<typeof createModelFetches>

/** Fetched files lie in data spaces, from where they are imported like any other. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share what it is given
export function createModelFetches(needs: Needs) {
  const { database, clock, jobs, files, spaces, folder, allowedHosts } = needs
  const store = createModelFetchStore(database)
  const partOf = (id: string) => join(folder, id)
  const mayBeInternal = ({ host, hostname }: URL) => allowedHosts.includes(host) || allowedHosts.includes(hostname)

  async function bring(row: ModelFetchRow, run: Run): Promise<void> {
    await mkdir(folder, { recursive: true })
    let { done } = row
    let remote = run.resumePoint
    const save = async () => {
      await database.transaction(async () => {
        await store.update(row.id, { done, total: remote?.total ?? null })
        const total = remote?.total ?? null
        const resume = remote === undefined ? {} : { resumePoint: remote }
        await run.saveProgress({ done, ...(total !== null && { total }), unit: 'bytes', ...resume })
      })
    }
    let saving: Promise<void> = Promise.resolve()
    const timer = setInterval(() => void (saving = saving.then(save).catch(() => undefined)), saveEvery)
    try {
      await fetchFile({
        address: row.address,
        mayBeInternal,
        target: partOf(row.id),
        signal: run.signal,
        freeSpace: () => freeSpace(folder),
        known: () => remote,
        async identified(file) {
          remote = file
          await save()
        },
        advanced: (bytes) => void (done = bytes),
      })
    } finally {
      clearInterval(timer)
      await saving
    }
    await save()
  }

  /** A failed fetch loses its partial bytes and the secrets of its address. */
  async function end(id: string, outcome: Partial<ModelFetchRow>): Promise<void> {
    const row = await store.find(id)
    await store.update(id, { ...outcome, ...(row && { address: withoutSecrets(row.address) }) })
    database.afterCommit(() => void rm(partOf(id), { force: true }))
  }

  jobs.register(fetching, {
    concurrency: 2,
    work: {
      kind: 'model-fetch',
      async describe({ fetchId }) {
        const row = await store.find(fetchId)
        return row === undefined ? undefined : { name: fileNameOf(row.address), owner: row.startedBy, leadsTo: null }
      },
    },
    async run({ payload: { fetchId }, ...run }) {
      const row = await store.find(fetchId)
      if (row?.status !== 'fetching') return undefined
      try {
        await bring(row, run)
        const source = partOf(fetchId)
        const { id: fileId, checksum, size } = await files.addFile({ spaceId: row.spaceId, path: row.path, source })
        const address = withoutSecrets(row.address)
        const outcome = { fileId, sha256: checksum, done: size, total: size }
        return () => store.update(fetchId, { status: 'ready', address, ...outcome })
      } catch (error) {
        if (error instanceof Failure) await store.update(fetchId, { error: writeJson(error.text) })
        throw error
      }
    },
    async failed({ fetchId }, error) {
      const row = await store.find(fetchId)
      await end(fetchId, { status: 'failed', error: row?.error ?? writeJson<Text>({ en: error, zh: error }) })
    },
    stopped: ({ fetchId }) => end(fetchId, { status: 'stopped' }),
  })

  jobs.daily(forgetFetches, {
    async run() {
      const oldest = new Date(clock.now() - retention).toISOString()
      await database.transaction(() => store.forget(oldest))
    },
  })

  return {
    /** Inside a transaction. Fails as `space.not-found`, `space.in-place` or `model-fetch.too-many`. */
    async start(
      { address, spaceId }: Pick<ModelFetch, 'address' | 'spaceId'>,
      { username }: Account,
    ): Promise<ModelFetch> {
      refuseInPlace(await spaces.get(spaceId))
      if ((await store.open(username)) >= maxOpen) throw fail('model-fetch.too-many', { most: maxOpen })
      const id = newId()
      const row: ModelFetchRow = {
        id,
        address,
        spaceId,
        path: `fetched/${id}/${fileNameOf(address)}`,
        status: 'fetching',
        done: 0,
        total: null,
        sha256: null,
        fileId: null,
        error: null,
        startedBy: username,
        createdAt: clock.time(),
      }
      await store.add(row)
      await jobs.enqueue(fetching, id, { fetchId: id })
      return modelFetchOf(row)
    },
    /** Only for the account that started it. Fails as `model-fetch.not-found`. */
    async get(id: string, { username }: Account): Promise<ModelFetch> {
      const row = await store.find(id)
      if (row?.startedBy !== username) throw fail('model-fetch.not-found')
      return modelFetchOf(row)
    },
  }
}

interface Run {
  readonly resumePoint: RemoteFile | undefined
  readonly signal: AbortSignal
  saveProgress(progress: { done: number; total?: number; unit: string; resumePoint?: RemoteFile }): Promise<void>
}

export const modelFetchRoutes = (fetches: ModelFetches): Handlers<typeof modelFetchEndpoints> => ({
  fetchModelFile: ({ body, account }) => fetches.start(body, account),
  getModelFetch: ({ params, account }) => fetches.get(params.fetchId, account),
})
