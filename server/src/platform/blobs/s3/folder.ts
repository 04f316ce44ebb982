import type { RemoteFolder } from '../remote-folder.ts'
import type { Call } from './connection.ts'
import { readObject } from './read.ts'

/** Objects of a bucket below a prefix, which nothing here changes. Their version is the ETag, and of what is read `ETag id`. */
export function createBucketFolder(call: Call, Bucket: string, prefix: string): RemoteFolder {
  const folder = prefix === '' ? '' : `${prefix}/`

  return {
    async *list({ after, signal }) {
      // XML cannot hold every character of a key.
      const usual = { Bucket, Prefix: folder, EncodingType: 'url' } as const
      const page = (from: { StartAfter?: string | undefined; ContinuationToken?: string | undefined }) =>
        call(
          's3:ListBucket',
          ({ client, library }) =>
            client.send(new library.ListObjectsV2Command({ ...usual, ...from }), { abortSignal: signal }),
          { signal },
        )
      let next = page({ StartAfter: after === undefined ? undefined : `${folder}${after}` })
      for (;;) {
        const { Contents = [], NextContinuationToken: ContinuationToken, EncodingType } = await next
        if (ContinuationToken !== undefined) next = page({ ContinuationToken })
        // It may fail while this page is still worked on.
        next.catch(() => undefined)
        yield Contents.map(({ Key = '', Size: size = 0, LastModified, ETag: version = null }) => {
          // Not every service knows the encoding.
          const key = EncodingType === 'url' ? decodeURIComponent(Key.replaceAll('+', ' ')) : Key
          const modifiedAt = (LastModified?.getTime() ?? 0) * 1_000
          return { path: key.slice(folder.length), size, modifiedAt, version }
        })
        if (ContinuationToken === undefined) return
      }
    },

    read(path, version, range) {
      const [IfMatch, VersionId] = version?.split(' ') ?? []
      return readObject(call, { Bucket, Key: `${folder}${path}`, IfMatch, VersionId }, range)
    },
  }
}
