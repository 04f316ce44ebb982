import { setTimeout as delay } from 'node:timers/promises'
import { deviceChild, displayName, pathBytes } from '@vermilion/contract/devices/file-paths'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { folderOf, normalizePath, pathProblem } from '@vermilion/contract/paths'
import type { Blob, BlobStore } from '#platform/blobs/blob-store'
import { freeSpace } from '#platform/disk-space'
import type { Files } from '#areas/files'
import type { DeviceConnections } from '../connection/connections.ts'
import { checksumOn } from '../files/checksums.ts'
import { failureTextAt } from '../files/failures.ts'
import { absolutePath } from '../files/paths.ts'
import { type Sftp, SftpRefused } from '../files/sftp/sftp.ts'
import { readFile } from '../files/sftp/transfer.ts'
import { readInOrder } from '../files/small-files.ts'
import type { SftpSessions } from '../files/sessions.ts'
import { walkTree } from '../files/walk.ts'
import { pathPattern } from './pattern.ts'
import type { CollectedFileRow, CollectionRow, CollectionStore } from './store.ts'

interface Candidate {
  readonly path: string
  readonly source: string
  readonly target: string
  readonly size: number
  readonly modifiedAt: number
}
export interface StoredFile extends Candidate {
  readonly blob: Blob
}

export interface CollectedBatch {
  readonly matched: number
  readonly stored: readonly StoredFile[]
  readonly present: readonly Candidate[]
  readonly problems: readonly { path: string; reason: Text }[]
}

interface Needs {
  readonly sessions: SftpSessions
  readonly connections: DeviceConnections
  readonly blobs: BlobStore
  readonly files: Files
  readonly store: CollectionStore
  readonly dataFolder: string
}

interface Collecting {
  readonly signal: AbortSignal
  save(batch: CollectedBatch): Promise<readonly Candidate[]>
  readonly onRemoved: (count: number) => Promise<void>
}

const batchSize = 200
const fewFiles = { limit: 100, sort: 'name' } as const
const batchBytes = 64 * 1024 * 1024
/** Limit of unreadable folders per batch. */
const maxProblems = 10_000

const changing: Text = {
  en: 'it changed while it was read: it comes the next time',
  zh: '读取时文件发生变化，下次再采集',
}

/** A repeated call continues from the stored rows. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it is given
export function createCollector({ sessions, connections, blobs, files, store, dataFolder }: Needs) {
  async function isCollected(collectionId: string, candidates: readonly Candidate[]) {
    const rows = await store.collected(
      collectionId,
      candidates.map(({ path }) => path),
    )
    const byPath = new Map(rows.map((row) => [row.path, row]))
    return ({ path, size, modifiedAt }: Candidate) => {
      const row = byPath.get(path)
      return row?.size === size && row.modifiedAt === modifiedAt
    }
  }

  async function findEqual(collection: CollectionRow, candidates: readonly Candidate[], signal: AbortSignal) {
    const { existing } = await files.checkPaths(
      collection.spaceId,
      candidates.map(({ target }) => target),
    )
    const sizes = new Map(existing.map(({ path, size }) => [path, size]))
    const equal = new Set<Candidate>()
    for (const candidate of candidates) {
      if (sizes.get(candidate.target) !== candidate.size) continue
      const checksum = await checksumOn(await connections.require(collection.deviceId), candidate.source, signal)
      if (checksum === undefined) continue
      const folder = folderOf(candidate.target)
      const { items } = await files.list(collection.spaceId, { folder, recursive: false, checksum }, fewFiles)
      if (items.some(({ path }) => path === candidate.target)) equal.add(candidate)
    }
    return equal
  }

  async function fetch(sftp: Sftp, candidates: readonly Candidate[], signal: AbortSignal) {
    const stored: StoredFile[] = []
    const problems: { path: string; reason: Text }[] = []
    const small: { candidate: Candidate; bytes: Buffer }[] = []
    const requests = candidates.map((candidate) => ({ path: candidate.source, size: candidate.size, candidate }))
    for await (const file of readInOrder(sftp, requests, signal)) {
      const { candidate } = file.requested
      if ('error' in file) problems.push({ path: candidate.source, reason: problemText(candidate.source, file.error) })
      else if (file.bytes !== null) small.push({ candidate, bytes: file.bytes })
      else {
        const blob = await blobs.put(readFile(sftp, candidate.source, { start: 0, end: candidate.size - 1 }), {
          signal,
        })
        stored.push({ ...candidate, blob })
      }
    }
    const contents = await blobs.putAll(small.map(({ bytes }) => bytes))
    small.forEach(({ candidate }, index) => {
      const blob = contents[index]
      if (blob !== undefined) stored.push({ ...candidate, blob })
    })
    // A file still being written changes between two checks.
    const unchanged: StoredFile[] = []
    await Promise.all(
      stored.map(async (file) => {
        const now = await sftp.stat(pathBytes(file.source)).catch(nullIfRefused)
        if (now !== null && now.size === file.blob.size && now.modifiedAt === file.modifiedAt) unchanged.push(file)
        else problems.push({ path: file.source, reason: changing })
      }),
    )
    return { stored: unchanged, problems }
  }

  async function removeStored(sftp: Sftp, stored: readonly Candidate[]): Promise<number> {
    let removed = 0
    for (const { source, size, modifiedAt } of stored) {
      const now = await sftp.lstat(pathBytes(source)).catch(nullIfRefused)
      if (now === null || now.size !== size || now.modifiedAt !== modifiedAt) continue
      const isRemoved = await sftp.remove(pathBytes(source)).then(
        () => true,
        (error: unknown) => nullIfRefused(error) ?? false,
      )
      if (isRemoved) removed += 1
    }
    return removed
  }

  async function collectBatch(
    sftp: Sftp,
    { collection, batch, signal }: { collection: CollectionRow; batch: readonly Candidate[]; signal: AbortSignal },
  ): Promise<Omit<CollectedBatch, 'matched'>> {
    const problems: { path: string; reason: Text }[] = []
    const usable = batch.filter(({ source, target }) => {
      const reason = pathProblem(target)
      if (reason !== undefined) problems.push({ path: source, reason })
      return reason === undefined
    })
    const isHere = await isCollected(collection.id, usable)
    const others = usable.filter((candidate) => !isHere(candidate))
    const equal = await findEqual(collection, others, signal)
    const toFetch = others.filter((candidate) => !equal.has(candidate))
    const bytes = toFetch.reduce((sum, { size }) => sum + size, 0)
    if (bytes > (await freeSpace(dataFolder))) throw fail('upload.no-space', { path: toFetch[0]?.target ?? '' })
    const fetched = await fetch(sftp, toFetch, signal)
    const present = usable.filter((candidate) => isHere(candidate) || equal.has(candidate))
    return { stored: fetched.stored, present, problems: [...problems, ...fetched.problems] }
  }

  return (collection: CollectionRow, { signal, save, onRemoved }: Collecting): Promise<void> =>
    sessions.use(collection.deviceId, 'transfer', async (sftp) => {
      const root = await absolutePath(sftp, collection.folder)
      let batch: Candidate[] = []
      let bytes = 0
      const problems: { path: string; reason: Text }[] = []
      const flush = async () => {
        const result = await collectBatch(sftp, { collection, batch, signal })
        const matched = batch.length
        const all = { ...result, matched, problems: [...result.problems, ...problems.splice(0)] }
        const safe = await save(all)
        if (collection.removeAfter === 1) await onRemoved(await removeStored(sftp, safe))
        batch = []
        bytes = 0
        // Yield to the event loop between batches.
        await delay(0)
      }
      const onProblem = (path: string, error: unknown) => {
        if (problems.length < maxProblems)
          problems.push({ path: deviceChild(root, path), reason: problemText(path, error) })
      }
      for await (const candidate of candidatesOf(sftp, { collection, root, signal, onProblem })) {
        batch.push(candidate)
        bytes += candidate.size
        if (batch.length >= batchSize || bytes >= batchBytes) await flush()
      }
      await flush()
    })
}

interface Search {
  readonly collection: CollectionRow
  readonly root: string
  readonly signal: AbortSignal
  readonly onProblem: (path: string, error: unknown) => void
}

async function* candidatesOf(sftp: Sftp, { collection, root, signal, onProblem }: Search): AsyncGenerator<Candidate> {
  const pattern = pathPattern(collection.pattern)
  const since = collection.modifiedSince === null ? 0 : Date.parse(collection.modifiedSince) / 1_000
  const options = { signal, onProblem, enters: pattern.mayMatchBelow }
  for await (const { path, type, attributes } of walkTree(sftp, root, options)) {
    const modifiedAt = attributes.modifiedAt ?? 0
    if (type !== 'file' || modifiedAt < since || !pattern.isMatch(path)) continue
    const target = normalizePath([collection.spaceFolder, displayName(path)].filter((part) => part !== '').join('/'))
    yield { path, source: deviceChild(root, path), target, size: attributes.size ?? 0, modifiedAt }
  }
}

/** An error of one file does not end the collection. */
function nullIfRefused(error: unknown): null {
  if (error instanceof SftpRefused) return null
  throw error
}

export function problemText(path: string, error: unknown): Text {
  const text = failureTextAt(path, error)
  if (text !== undefined) return text
  if (error instanceof Failure) return error.text
  const message = error instanceof Error ? error.message : String(error)
  return { en: message, zh: message }
}

export const collectedRow = (collectionId: string, { path, size, modifiedAt }: Candidate): CollectedFileRow => ({
  collectionId,
  path,
  size,
  modifiedAt,
})
