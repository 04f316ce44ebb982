import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyedMutex } from '#platform/mutex'
import { readStored } from '../port/read-stored.ts'
import { writeWhole } from '#platform/write-whole'
import { safeName } from '../port/run-spec.ts'
import type { RunHandle } from '../port/run-status.ts'

/** What a later server needs to go on. */
export interface RunRecord {
  /**
   * SHA-256 of every token given out: a start that was interrupted gives out another, and its command may hold the first.
   */
  readonly tokens: readonly string[]
  readonly sources: readonly string[]
  readonly output: string | null
  /** Instances whose command has ended, and those whose results have all arrived. */
  readonly ended: readonly string[]
  readonly complete: readonly string[]
}

const secretBytes = 32
const secretLength = 43
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

function isHandle(text: string): boolean {
  const names = text.split('/')
  return names.length === 2 && names.every((name) => safeName.test(name))
}

export type RunRecords = ReturnType<typeof createRunRecords>

/** `<root>/<name>/fetched-data/<key>/` holds all there is of a run; its token names the handle, so that none is searched for. */
export function createRunRecords(root: string) {
  const records = new Map<RunHandle, Promise<RunRecord | undefined>>()
  const inTurn = createKeyedMutex()

  function folderOf(handle: RunHandle): string {
    if (!isHandle(handle)) throw new Error(`not a handle: ${handle}`)
    const [name = '', key = ''] = handle.split('/')
    return join(root, name, 'fetched-data', key)
  }

  const recordFile = (handle: RunHandle) => join(folderOf(handle), 'run.json')

  async function find(handle: RunHandle): Promise<RunRecord | undefined> {
    const loading = records.get(handle) ?? readStored<RunRecord>(recordFile(handle))
    records.set(handle, loading)
    const record = await loading
    // Anybody may ask for runs that there are not.
    if (record === undefined) records.delete(handle)
    return record
  }

  const change = (handle: RunHandle, edit: (record: RunRecord | undefined) => RunRecord | undefined): Promise<void> =>
    inTurn(handle, async () => {
      const record = edit(await find(handle))
      if (record === undefined) return
      await mkdir(folderOf(handle), { recursive: true })
      await writeWhole(recordFile(handle), JSON.stringify(record))
      records.set(handle, Promise.resolve(record))
    })

  return {
    folderOf,
    find,

    /** Notes something about an instance, once. */
    mark: (handle: RunHandle, list: 'ended' | 'complete', instance: string): Promise<void> =>
      change(handle, (record) =>
        record === undefined || record[list].includes(instance)
          ? undefined
          : { ...record, [list]: [...record[list], instance] },
      ),

    /** Adds a token for the run. */
    async open(handle: RunHandle, about: Pick<RunRecord, 'sources' | 'output'>): Promise<string> {
      const secret = randomBytes(secretBytes).toString('base64url')
      const token = `${Buffer.from(handle).toString('base64url')}${secret}`
      await change(handle, (record) => ({
        ...(record ?? { ...about, ended: [], complete: [] }),
        tokens: [...(record?.tokens ?? []), hashOf(token)],
      }))
      return token
    },

    async runOf(token: string): Promise<RunHandle | undefined> {
      const handle = Buffer.from(token.slice(0, -secretLength), 'base64url').toString()
      const record = isHandle(handle) ? await find(handle) : undefined
      return record?.tokens.includes(hashOf(token)) === true ? handle : undefined
    },

    async forget(handle: RunHandle): Promise<void> {
      const folder = folderOf(handle)
      // The record goes first: without it no token opens what is left.
      await rm(recordFile(handle), { force: true })
      records.delete(handle)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
