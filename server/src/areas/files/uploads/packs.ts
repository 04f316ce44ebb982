import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { uploadPack, uploadPackAction, uploadPackSize, type UploadPack } from '@vermilion/contract/files/uploads'
import { describeIssue, issueText } from '@vermilion/contract/kernel/schema-issue'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Audit, AuditedCall } from '#platform/audit/audit'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Database } from '#platform/database/database'
import { refuseInPlace, type Spaces } from '#areas/spaces'
import { filePath, type WriteResult, type FileWrite } from '../storing/file-writer.ts'
import type { FileService } from '../service.ts'
import type { DiskQuota } from './disk-quota.ts'

/** Most bytes of a pack's description: two hundred long paths. */
const maxDescriptionBytes = 1024 * 1024
export const maxPackBytes = uploadPackSize + maxDescriptionBytes

const cutOff: Text = { en: 'the pack is cut off', zh: '数据包不完整' }

type PackedFile = UploadPack['files'][number]
type Caller = Omit<AuditedCall, 'endpoint' | 'params' | 'error'>
type PackedResult = WriteResult | Failure

interface Needs {
  readonly database: Pick<Database, 'transaction'>
  readonly audit: Pick<Audit, 'record'>
  readonly blobs: BlobStore
  readonly spaces: Spaces
  readonly files: FileService
  readonly diskQuota: DiskQuota
}

/** Stores all contents, then all rows in one transaction, with one audit entry for the pack. */
export function createPacks({ database, audit, blobs, spaces, files, diskQuota }: Needs) {
  const record = (caller: Caller, params: Readonly<Record<string, unknown>>, error: string | null) =>
    audit.record({ ...caller, endpoint: uploadPackAction, params, error })

  return {
    async take(
      { pack, contents, size }: ReadPack,
      caller: Caller,
    ): Promise<{ file: PackedFile; result: PackedResult }[]> {
      refuseInPlace(await spaces.get(pack.spaceId))
      await diskQuota.check({ path: pack.files[0]?.path ?? '', size })
      const outcomes: (PackedResult | undefined)[] = pack.files.map(({ path }) => refusal(path))
      const usable = pack.files.flatMap((file, index) => (outcomes[index] === undefined ? [{ ...file, index }] : []))
      const stored = await blobs.putAll(usable.map(({ index }) => contents[index] ?? Buffer.alloc(0)))
      const writes: (FileWrite & { index: number })[] = []
      for (const [number, blob] of stored.entries()) {
        const file = usable[number]
        if (file === undefined) continue
        if (blob.checksum === file.checksum) writes.push({ ...file, spaceId: pack.spaceId, blob })
        else outcomes[file.index] = fail('upload.checksum', { path: file.path })
      }
      const results = await database.transaction(async () => {
        const written = await files.writeAll(pack.spaceId, writes)
        await record(caller, { spaceId: pack.spaceId, ...countedOf(pack, written) }, null)
        return written
      })
      for (const [number, { index }] of writes.entries()) outcomes[index] = results[number]
      return pack.files.map((file, index) => ({ file, result: outcomes[index] ?? fail('upload.invalid') }))
    },
    refused: (caller: Caller, error: string, pack: UploadPack | undefined) =>
      record(caller, pack === undefined ? {} : { spaceId: pack.spaceId, path: pack.files[0]?.path }, error),
  }
}
export type Packs = ReturnType<typeof createPacks>

function countedOf({ files }: UploadPack, written: readonly PackedResult[]) {
  const accepted = written.filter((one) => !(one instanceof Failure) && one.isWritten).length
  return { path: files[0]?.path, files: files.length, taken: accepted }
}

function refusal(path: string): Failure | undefined {
  try {
    filePath(path)
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

export interface ReadPack {
  readonly pack: UploadPack
  readonly contents: readonly Buffer[]
  readonly size: number
}

export function readPack(body: Buffer): ReadPack {
  const invalid = (reason: Text) => fail('upload.invalid', { reason })
  if (body.length < 4) throw invalid(cutOff)
  const start = 4 + body.readUInt32BE(0)
  if (start > body.length || start > maxDescriptionBytes) throw invalid(cutOff)
  const head = asJson(body.toString('utf8', 4, start))
  const parsed = uploadPack.safeParse(head)
  if (!parsed.success) throw invalid(issueText(describeIssue(parsed.error, head, 'pack')))
  const contents: Buffer[] = []
  let at = start
  for (const { size } of parsed.data.files) {
    contents.push(body.subarray(at, at + size))
    at += size
  }
  if (at !== body.length) throw invalid({ en: 'the sizes do not fit the bytes', zh: '大小与字节数不符' })
  return { pack: parsed.data, contents, size: body.length }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
