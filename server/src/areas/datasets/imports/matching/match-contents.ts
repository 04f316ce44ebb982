import { normalizePath } from '@vermilion/contract/paths'
import type { Files } from '#areas/files'
import { hashParts } from '#platform/blobs/incoming'
import type { Database } from '#platform/database/database'
import type { StoredItem } from '../../items/item-row.ts'
import type { ItemStore } from '../../items/item-store.ts'
import type { ImportImageStore } from '../image-store.ts'
import type { SourceFiles } from '../source/source-files.ts'
import type { MatchOrder } from './match.ts'

const atOnce = 500

interface Needs {
  readonly database: Pick<Database, 'transaction'>
  readonly files: Pick<Files, 'existing'>
  readonly items: Pick<ItemStore, 'batches' | 'ofChecksums'>
  readonly images: Pick<ImportImageStore, 'sourceFiles' | 'matchFile'>
}

type Twin = Pick<StoredItem, 'id' | 'path' | 'fileId'>

/** Re-importing an export adds no image twice. When the dataset has a content more than once, names decide. */
export async function matchByContent(needs: Needs, source: SourceFiles, order: MatchOrder): Promise<void> {
  const { images, items } = needs
  const { importId, datasetId, signal } = order
  let sizes: ReadonlySet<number> | undefined
  const several: { file: string; twins: readonly Twin[] }[] = []
  const used = new Set<string>()
  const take = async (matches: readonly { file: string; id: string }[]) => {
    for (const { id } of matches) used.add(id)
    await needs.database.transaction(async () => {
      for (const { file, id } of matches) await images.matchFile(importId, file, id)
    })
  }
  for await (const batch of images.sourceFiles(importId, atOnce)) {
    sizes ??= await sizesOfDataset(needs, order)
    if (sizes.size === 0) return
    const checksums = await checksumsOf(needs, source, batch, { sizes, signal })
    const twins = Map.groupBy(await items.ofChecksums(datasetId, [...checksums.values()]), ({ checksum }) => checksum)
    const sole: { file: string; id: string }[] = []
    for (const [file, checksum] of checksums) {
      const own = twins.get(checksum) ?? []
      if (own.length > 1) several.push({ file, twins: own })
      else if (own[0] !== undefined && !used.has(own[0].id)) {
        used.add(own[0].id)
        sole.push({ file, id: own[0].id })
      }
    }
    await take(sole)
  }
  for (const isLike of [isSameFile(source), isSamePath]) {
    const matches: { file: string; id: string }[] = []
    const left = several.splice(0)
    for (const one of left) {
      const twin = one.twins.find((item) => !used.has(item.id) && isLike(one.file, item))
      if (twin === undefined) several.push(one)
      else {
        used.add(twin.id)
        matches.push({ file: one.file, id: twin.id })
      }
    }
    await take(matches)
    signal.throwIfAborted()
  }
}

const isSameFile =
  ({ spaceFile }: SourceFiles) =>
  (file: string, { fileId }: Twin) =>
    spaceFile?.(file) === fileId

function isSamePath(file: string, { path }: Twin): boolean {
  const [own, other] = [`/${normalizePath(file)}`, `/${normalizePath(path)}`]
  return own.endsWith(other) || other.endsWith(own)
}

/** Byte sizes of the dataset's images: files of other sizes need not be read. */
async function sizesOfDataset({ files, items }: Needs, { datasetId, signal }: MatchOrder): Promise<Set<number>> {
  const sizes = new Set<number>()
  for await (const batch of items.batches(datasetId, atOnce)) {
    signal.throwIfAborted()
    for (const { size } of await files.existing(batch.map(({ fileId }) => fileId))) sizes.add(size)
  }
  return sizes
}

async function checksumsOf(
  { files }: Needs,
  source: SourceFiles,
  paths: readonly string[],
  { sizes, signal }: { sizes: ReadonlySet<number>; signal: AbortSignal },
): Promise<Map<string, string>> {
  const checksums = new Map<string, string>()
  const stored = paths.map((path) => source.spaceFile?.(path)).filter((id) => id !== undefined)
  const existing = new Map((stored.length === 0 ? [] : await files.existing(stored)).map((file) => [file.id, file]))
  for (const path of paths) {
    signal.throwIfAborted()
    if (!sizes.has(source.size(path))) continue
    const id = source.spaceFile?.(path)
    const checksum = (id === undefined ? null : existing.get(id)?.checksum) ?? (await checksumOf(source, path))
    if (checksum !== null) checksums.set(path, checksum)
  }
  return checksums
}

/** Null for a damaged file, which is reported when it is added. */
async function checksumOf(source: SourceFiles, path: string): Promise<string | null> {
  try {
    return (await hashParts(await source.open(path))).checksum
  } catch {
    return null
  }
}
