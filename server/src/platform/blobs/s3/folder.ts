import type { LookupFunction } from 'node:net'
import type { BucketAccess } from '../../../config.ts'
import type { RemoteFile, RemoteFolder } from '../remote-folder.ts'
import { createCall, type Keys } from './connection.ts'
import { readObject, versionOf } from './read.ts'

interface ListedObject {
  readonly Key?: string
  readonly Size?: number | undefined
  readonly LastModified?: Date | undefined
  readonly ETag?: string | undefined
}

/** Objects of a bucket below a prefix, which nothing here changes. Their version is the ETag, and of what is read `ETag id`. */
export function createBucketFolder(access: BucketAccess, keys: Keys, lookup?: LookupFunction): RemoteFolder {
  const { bucket: Bucket, prefix } = access
  const call = createCall(access, keys, lookup)
  const folder = prefix === '' ? '' : `${prefix}/`
  const objectOf = (path: string) => ({ Bucket, Key: `${folder}${path}` })

  return {
    async *list({ after, signal }) {
      const page = (from: { StartAfter?: string | undefined; ContinuationToken?: string | undefined }) => {
        // XML cannot hold every character of a key.
        const order = { Bucket, Prefix: folder, EncodingType: 'url', ...from } as const
        const listed = call(
          's3:ListBucket',
          ({ client, library }) => client.send(new library.ListObjectsV2Command(order), { abortSignal: signal }),
          { signal },
        )
        // It may fail while the page before is still worked on.
        listed.catch(() => undefined)
        return listed
      }
      let next = page({ StartAfter: after === undefined ? undefined : `${folder}${after}` })
      for (;;) {
        const { Contents = [], NextContinuationToken: ContinuationToken, EncodingType } = await next
        if (ContinuationToken !== undefined) next = page({ ContinuationToken })
        for (const { Key = '', ...object } of Contents) {
          // Not every service knows the encoding.
          const key = EncodingType === 'url' ? decodeURIComponent(Key.replaceAll('+', ' ')) : Key
          yield fileOf(key.slice(folder.length), object)
        }
        if (ContinuationToken === undefined) return
      }
    },

    async stat(path) {
      try {
        const { ContentLength, LastModified, ETag, VersionId } = await call('s3:GetObject', ({ client, library }) =>
          client.send(new library.HeadObjectCommand(objectOf(path))),
        )
        return fileOf(path, { Size: ContentLength, LastModified }, versionOf(ETag, VersionId))
      } catch (error) {
        if (error instanceof Error && error.cause instanceof Error && error.cause.name === 'NotFound') return undefined
        throw error
      }
    },

    read(path, version, range) {
      const [IfMatch, VersionId] = version?.split(' ') ?? []
      return readObject(call, { ...objectOf(path), IfMatch, VersionId }, range)
    },
  }
}

function fileOf(path: string, { Size, LastModified, ETag }: ListedObject, version = versionOf(ETag)): RemoteFile {
  return { path, size: Size ?? 0, modifiedAt: (LastModified?.getTime() ?? 0) * 1_000, version }
}
