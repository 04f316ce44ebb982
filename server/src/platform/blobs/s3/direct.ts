import { text } from 'node:stream/consumers'
import { newId } from '#platform/ids'
import type { BucketAccess } from '../../../config.ts'
import type { DirectTransfers } from '../direct-transfers.ts'
import { hasCode } from '../folder-file.ts'
import type { Call } from './connection.ts'
import { presign } from './presign.ts'
import { readObject, type StoredObject } from './read.ts'

/** In seconds. */
const probeTime = 300

interface Needs {
  readonly call: Call
  readonly access: BucketAccess
  /** The prefix of objects that are no contents. */
  readonly staging: string
  objectOf(checksum: string): StoredObject
  stat(checksum: string): Promise<object | undefined>
}

export function createDirectTransfers({ call, access, staging, objectOf, stat }: Needs): DirectTransfers {
  const { bucket, prefix, endpoint = null } = access
  const objectIn = (id: string): StoredObject => ({ Bucket: bucket, Key: `${staging}${id}` })
  const remove = (object: StoredObject) =>
    call('s3:DeleteObject', ({ client, library }) => client.send(new library.DeleteObjectCommand(object)))

  return {
    place: { bucket: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`, endpoint },
    openings: { browserSource: null, nodes: false },
    async address(checksum, { seconds, mediaType: ResponseContentType, disposition: ResponseContentDisposition }) {
      if ((await stat(checksum)) === undefined) return undefined
      const object = { ...objectOf(checksum), ResponseContentType, ResponseContentDisposition }
      return presign(call, (library) => new library.GetObjectCommand(object), seconds)
    },
    async addProbe(contentOf) {
      const id = newId()
      const object = objectIn(id)
      await call('s3:PutObject', ({ client, library }) =>
        client.send(new library.PutObjectCommand({ ...object, Body: contentOf(id) })),
      )
      const read = await presign(call, (library) => new library.GetObjectCommand(object), probeTime)
      const write = await presign(call, (library) => new library.PutObjectCommand(object), probeTime)
      return { id, read, write, source: read.slice(0, read.lastIndexOf(`incoming/${id}`)) }
    },
    async takeProbe(id) {
      try {
        const content = await text((await readObject(call, objectIn(id))).stream)
        await remove(objectIn(id))
        return content
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error
        return undefined
      }
    },
  }
}
