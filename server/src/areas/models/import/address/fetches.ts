import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '@vermilion/contract/accounts'
import { errorCatalogue, fail, Failure } from '@vermilion/contract/kernel/errors'
import { say } from '@vermilion/contract/kernel/text'
import type { Text } from '@vermilion/contract/kernel/text'
import type { ModelFetch } from '@vermilion/contract/models/fetches'
import type { Files } from '#areas/files'
import { refuseInPlace } from '#areas/spaces'
import type { Spaces } from '#areas/spaces'
import type { Clock } from '#platform/clock'
import { writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { freeSpace } from '#platform/disk-space'
import { newId } from '#platform/ids'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import { fileNameOf, withoutSecrets } from './address.ts'
import { fetchFile } from './fetch-file.ts'
import type { RemoteFile } from './fetch-file.ts'
import { createModelFetchStore, modelFetchOf } from './store.ts'
import type { ModelFetchRow } from './store.ts'

const fetching = jobKind<{ fetchId: string }, RemoteFile>('model-fetch')
const forgetFetches = jobKind<null>('forget-model-fetches')
/** In milliseconds. */
const saveEvery = 500
const maxOpen = 4
/** In milliseconds. */
const retention = 30 * 24 * 3_600_000

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Jobs
  readonly files: Pick<Files, 'addFile'>
  readonly spaces: Pick<Spaces, 'get'>
  readonly folder: string
  readonly allowedHosts: readonly string[]
  readonly patience?: number
}

export type ModelFetches = ReturnType<typeof createModelFetches>

/** Fetched files lie in data spaces, from where they are imported like any other. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share what it is given
export function createModelFetches(needs: Needs) {
  const { database, clock, jobs, files, spaces, folder, allowedHosts, patience = 1_000 } = needs
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
        patience,
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
        const {
          id: fileId,
          checksum: sha256,
          size,
        } = await files.addFile({ spaceId: row.spaceId, path: row.path, source })
        const address = withoutSecrets(row.address)
        return () => store.update(fetchId, { status: 'ready', address, fileId, sha256, done: size, total: size })
      } catch (error) {
        if (error instanceof Failure) await store.update(fetchId, { error: writeJson(failureText(error)) })
        throw error
      }
    },
    async failed({ fetchId }, error) {
      const row = await store.find(fetchId)
      const failureText = row?.error ?? writeJson<Text>({ en: error, zh: error })
      await end(fetchId, { status: 'failed', error: failureText })
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

function failureText({ reason, values }: Failure): Text {
  const { text } = errorCatalogue[reason]
  return { en: say(text, 'en-US', values), zh: say(text, 'zh-CN', values) }
}
