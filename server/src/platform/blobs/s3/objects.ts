import type { ListObjectsV2Output } from '@aws-sdk/client-s3'
import { isChecksum } from '../blob-store.ts'
import { hasCode } from '../folder-file.ts'
import { causeOf, type Call } from './connection.ts'
import type { StoredObject } from './read.ts'

/** An empty object that names the upload whose object has the content. */
interface ContentName {
  readonly checksum: string
  readonly uploadId: string
  readonly putAt: number
}

/** Objects of uploads that are remembered, so that a large file is found by one request. */
const maxRemembered = 10_000

/**
 * Content lies in `ab/abcd…` by its checksum. An upload that arrived in parts has no checksum until its end, and S3 renames
 * nothing: it stays in `uploads/ID`, and an empty object `ab/abcd….ID` names it.
 */
function createKeys(Bucket: string, folder: string) {
  const ofChecksum = (checksum: string): StoredObject => ({
    Bucket,
    Key: `${folder}${checksum.slice(0, 2)}/${checksum}`,
  })
  const ofName = ({ checksum, uploadId }: Omit<ContentName, 'putAt'>): StoredObject => ({
    Bucket,
    Key: `${ofChecksum(checksum).Key}.${uploadId}`,
  })
  return {
    ofChecksum,
    ofName,
    ofUpload: (id: string): StoredObject => ({ Bucket, Key: `${folder}uploads/${id}` }),
    read(key: string) {
      const [checksum = '', uploadId] = key.slice(folder.length + 3).split('.')
      const expected = uploadId === undefined ? ofChecksum(checksum) : ofName({ checksum, uploadId })
      return isChecksum(checksum) && key === expected.Key ? { checksum, uploadId } : undefined
    },
  }
}

function createLists(call: Call, Bucket: string, folder: string, keys: ReturnType<typeof createKeys>) {
  async function* list(Prefix: string) {
    let next: string | undefined
    do {
      const from = { Bucket, Prefix, ContinuationToken: next }
      const page: ListObjectsV2Output = await call('s3:ListBucket', ({ client }) => client.listObjectsV2(from))
      for (const { Key = '', Size: size = 0, LastModified: time } of page.Contents ?? [])
        yield { Key, size, putAt: secondOf(time) }
      next = page.NextContinuationToken
    } while (next !== undefined)
  }

  async function* contents(prefix = folder) {
    for await (const { Key, ...object } of list(prefix)) {
      const content = keys.read(Key)
      if (content !== undefined) yield { ...content, ...object }
    }
  }

  return {
    contents,

    async names(checksum: string): Promise<ContentName[]> {
      const names: ContentName[] = []
      for await (const { uploadId, putAt } of contents(`${keys.ofChecksum(checksum).Key}.`))
        if (uploadId !== undefined) names.push({ checksum, uploadId, putAt })
      return names
    },

    /** All objects of uploads by their keys, whether they became content or not. */
    async uploads() {
      const uploads = new Map<string, { readonly size: number; readonly putAt: number }>()
      for await (const { Key, ...upload } of list(keys.ofUpload('').Key)) uploads.set(Key, upload)
      return uploads
    },
  }
}

export type ContentObjects = ReturnType<typeof createContentObjects>

export function createContentObjects(call: Call, Bucket: string, folder: string) {
  const keys = createKeys(Bucket, folder)
  const lists = createLists(call, Bucket, folder, keys)
  const remembered = new Map<string, StoredObject>()
  const remove = (object: StoredObject) => call('s3:DeleteObject', ({ client }) => client.deleteObject(object))

  /** Leaves an upload without a name when it is interrupted, which `deleteUnnamed` deletes. */
  async function removeNamed(name: Omit<ContentName, 'putAt'>): Promise<void> {
    remembered.delete(name.checksum)
    await remove(keys.ofName(name))
    await remove(keys.ofUpload(name.uploadId))
  }

  return {
    ...keys,
    namesOf: lists.names,
    removeNamed,

    /** In the order of the checksums, each once. A name whose upload is missing counts as no content. */
    async *list() {
      const uploads = await lists.uploads()
      let previous: string | undefined
      for await (const { checksum, uploadId, size, putAt } of lists.contents()) {
        const upload = uploadId === undefined ? { size } : uploads.get(keys.ofUpload(uploadId).Key)
        if (upload === undefined || checksum === previous) continue
        previous = checksum
        yield { checksum, size: upload.size, putAt }
      }
    },

    /** Does what fails as missing where there is no object, on the object that has the content. */
    async onContent<Result>(checksum: string, work: (object: StoredObject) => Promise<Result>): Promise<Result> {
      try {
        return await work(remembered.get(checksum) ?? keys.ofChecksum(checksum))
      } catch (error) {
        if (!isMissing(error)) throw error
        const wasRemembered = remembered.delete(checksum)
        const [name] = await lists.names(checksum)
        if (name === undefined && !wasRemembered) throw error
        const object = name === undefined ? keys.ofChecksum(checksum) : keys.ofUpload(name.uploadId)
        const result = await work(object)
        if (remembered.size >= maxRemembered) remembered.clear()
        if (name !== undefined) remembered.set(checksum, object)
        return result
      }
    },

    /** Makes the object of an upload content, and deletes what lies there under the same checksum. */
    async nameUpload(uploadId: string, checksum: string): Promise<void> {
      const earlier = await lists.names(checksum)
      const name = { ...keys.ofName({ checksum, uploadId }), Body: '' }
      await call('s3:PutObject', ({ client }) => client.putObject(name))
      remembered.delete(checksum)
      for (const other of earlier) if (other.uploadId !== uploadId) await removeNamed(other)
      await remove(keys.ofChecksum(checksum))
    },

    /** Deletes objects of uploads that are older than a time, in milliseconds since 1970, and that are no content. */
    async deleteUnnamed(time: number): Promise<void> {
      const unnamed = await lists.uploads()
      for (const [key, { putAt }] of unnamed) if (putAt >= time) unnamed.delete(key)
      if (unnamed.size === 0) return
      for await (const { uploadId } of lists.contents())
        if (uploadId !== undefined) unnamed.delete(keys.ofUpload(uploadId).Key)
      for (const Key of unnamed.keys()) await remove({ Bucket, Key })
    },
  }
}

const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT') || causeOf(error) === 'NotFound'

export function ifNoObject(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** Milliseconds since 1970 in whole seconds, as HEAD tells them: the same of both calls. */
export const secondOf = (time: Date | undefined): number => Math.floor((time?.getTime() ?? 0) / 1_000) * 1_000
