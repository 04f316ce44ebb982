import type { Text } from '@vermilion/contract/kernel/text'
import { existingPathProblem } from '@vermilion/contract/paths'
import { isRemote, type ScanReport, type Space } from '@vermilion/contract/spaces'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import type { Spaces } from '#areas/spaces'
import { createIndexing, type IndexCounts } from './indexing.ts'
import type { IndexingNeeds } from './index-writer.ts'
import { createRemoteIndexing } from './remote-indexing.ts'
import { reasons, type WalkEntry } from './walk.ts'
import { walkInThread } from './walk-thread.ts'

/** Some of what a scan finds. */
interface ScanPart {
  readonly fileCount: number
  readonly skipped: ScanReport['skipped']
  /** Where a scan goes on once the part is indexed. */
  readonly after?: string | undefined
  /** True when there is nothing at all. */
  readonly isEmpty: boolean
  index(): Promise<void>
}

interface Scan extends Omit<IndexingNeeds, 'spaces'> {
  readonly spaces: Spaces
  readonly space: Space
  readonly counts: IndexCounts
  readonly after: string | undefined
  readonly signal: AbortSignal
}

export const scanParts = (scan: Scan): AsyncIterable<ScanPart> =>
  isRemote(scan.space) ? remoteParts(scan) : folderParts(scan)

async function* folderParts({ space: { id, path }, counts, after, signal, ...needs }: Scan): AsyncGenerator<ScanPart> {
  const index = createIndexing(needs, id, counts)
  await needs.spaces.resolveFolder(path)
  for await (const entries of walkInThread(path, { after, signal }))
    yield {
      fileCount: entries.filter(({ kind }) => kind === 'file').length,
      skipped: entries.filter((one) => one.kind === 'skipped').map((one) => skippedOne(one.path, one.reason)),
      after: entries.findLast(({ kind }) => kind === 'folder')?.path,
      isEmpty: isEmptyRoot(entries),
      index: () => index(entries),
    }
}

const skippedOne = (example: string, reason: Text) => ({ reason, count: 1, example })

function isEmptyRoot([first]: readonly WalkEntry[]): boolean {
  return first?.kind === 'folder' && first.path === '' && first.files === 0 && first.folders.length === 0
}

async function* remoteParts({ space, counts, after, signal, ...needs }: Scan): AsyncGenerator<ScanPart> {
  const index = createRemoteIndexing(needs, space.id, counts)
  const folder = await needs.spaces.openRemoteFolder(space.path, space.storageId)
  let from = after ?? ''
  for await (const page of folder.list({ after, signal })) {
    const [begin, until] = [from, page.at(-1)?.path ?? from]
    // What lies between two files counts as gone.
    if (page.some(({ path }, at) => isBefore(path, page[at - 1]?.path ?? begin))) throw new StoreUnreachable(unordered)
    const listed = page.filter(({ path }) => path !== begin).map((file) => ({ file, reason: problemOf(file.path) }))
    const files = listed.filter(({ reason }) => reason === undefined).map(({ file }) => file)
    const skipped = listed.flatMap(({ file, reason }) =>
      reason === undefined ? [] : skippedOne(file.path.replaceAll('\uFFFD', '?'), reason),
    )
    yield { fileCount: files.length, skipped, after: until, isEmpty: false, index: () => index(files, begin, until) }
    from = until
  }
  const skipped = (await folder.skipped?.()) ?? []
  yield { fileCount: 0, skipped, isEmpty: from === '', index: () => index([], from, null) }
}

const unordered = { en: 'they are not told in the order of their names', zh: '文件未按名称顺序列出' }

const isBefore = (one: string, other: string): boolean =>
  one < other && Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0

function problemOf(path: string): Text | undefined {
  if (path.includes('\uFFFD')) return reasons.encoding
  return path === '' || path.endsWith('/') ? reasons.marker : existingPathProblem(path)
}
