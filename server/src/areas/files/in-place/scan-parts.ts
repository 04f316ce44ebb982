import type { Text } from '@vermilion/contract/kernel/text'
import { existingPathProblem } from '@vermilion/contract/paths'
import { isRemote, type ScanReport, type Space } from '@vermilion/contract/spaces'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import type { RemoteFile } from '#platform/blobs/remote-folder'
import type { Spaces } from '#areas/spaces'
import { createIndexing } from './indexing.ts'
import type { IndexingNeeds } from './index-writer.ts'
import { createRemoteIndexing } from './remote-indexing.ts'
import { reasons, type WalkEntry } from './walk.ts'
import { walkInThread } from './walk-thread.ts'

/** Some of what a scan finds. */
interface ScanPart {
  readonly entries: readonly WalkEntry[]
  /** Where a scan goes on once the part is indexed. */
  readonly after?: string | undefined
  /** True when there is nothing at all. */
  readonly isEmpty: boolean
  index(): Promise<void>
}

interface Parts {
  readonly counts: Pick<ScanReport, 'added' | 'changed' | 'removed'>
  all(from: { after: string | undefined; signal: AbortSignal }): AsyncIterable<ScanPart>
}

interface Needs extends Omit<IndexingNeeds, 'spaces'> {
  readonly spaces: Spaces
}

export function createScanParts(needs: Needs, space: Space): Parts {
  return isRemote(space) ? remoteParts(needs, space) : folderParts(needs, space)
}

function folderParts(needs: Needs, { id, path }: Space): Parts {
  const { counts, index } = createIndexing(needs, id)
  return {
    counts,
    async *all(from) {
      await needs.spaces.resolveFolder(path)
      for await (const entries of walkInThread(path, from)) {
        const after = entries.findLast(({ kind }) => kind === 'folder')?.path
        yield { entries, after, isEmpty: isEmptyRoot(entries), index: () => index(entries) }
      }
    },
  }
}

function isEmptyRoot([first]: readonly WalkEntry[]): boolean {
  return first?.kind === 'folder' && first.path === '' && first.files === 0 && first.folders.length === 0
}

/** Files of a part: as many as a bucket tells at once. */
const pageSize = 1_000

function remoteParts(needs: Needs, { id, path, storageId }: Space): Parts {
  const { counts, index, end } = createRemoteIndexing(needs, id)
  return {
    counts,
    async *all({ after, signal }) {
      const folder = await needs.spaces.openRemoteFolder(path, storageId)
      let from = after ?? ''
      for await (const page of pagesOf(folder.list({ after, signal }), from)) {
        const [begin, until] = [from, page.at(-1)?.path ?? from]
        const entries = page.map(entryOf)
        const files = page.filter((_, at) => entries[at]?.kind === 'file')
        yield { entries, after: until, isEmpty: false, index: () => index(files, begin, until) }
        from = until
      }
      const skipped = (await folder.skipped?.()) ?? []
      const entries = skipped.map(({ example, ...more }) => ({ kind: 'skipped', path: example, ...more }) as const)
      yield { entries, isEmpty: from === '', index: () => end(from) }
    },
  }
}

const unordered = { en: 'they are not told in the order of their names', zh: '文件未按名称顺序列出' }

async function* pagesOf(files: AsyncIterable<RemoteFile>, after: string): AsyncIterable<readonly RemoteFile[]> {
  let page: RemoteFile[] = []
  let previous = after
  for await (const file of files) {
    if (file.path === previous) continue
    // What lies between two files counts as gone.
    if (file.path < previous && Buffer.compare(Buffer.from(file.path), Buffer.from(previous)) < 0)
      throw new StoreUnreachable(unordered)
    previous = file.path
    page.push(file)
    if (page.length < pageSize) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

function entryOf({ path, size, modifiedAt }: RemoteFile): WalkEntry {
  const reason = problemOf(path)
  if (reason !== undefined) return { kind: 'skipped', path: path.replaceAll('\uFFFD', '?'), reason }
  return { kind: 'file', path, size: size ?? 0, modifiedAt: modifiedAt ?? 0 }
}

function problemOf(path: string): Text | undefined {
  if (path.includes('\uFFFD')) return reasons.encoding
  return path === '' || path.endsWith('/') ? reasons.marker : existingPathProblem(path)
}
