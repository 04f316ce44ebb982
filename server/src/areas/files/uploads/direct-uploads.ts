import type { directUploadEndpoints } from '@vermilion/contract/files/direct-uploads'
import { fail } from '@vermilion/contract/kernel/errors'
import type { PutOptions, StagedUpload } from '#platform/blobs/blob-store'
import type { Handlers } from '#platform/http/handler'
import type { Platform } from '#platform/platform'
import { resultOf } from './results.ts'
import { describeSender } from './upload-record.ts'
import type { Uploads } from './uploads.ts'

interface Needs extends Pick<Platform, 'blobs' | 'secrets'> {
  readonly uploads: Pick<Uploads, 'check' | 'finishGiven'>
}

interface SealedUpload extends StagedUpload {
  readonly metadata: Readonly<Record<string, string | null>>
}

/**
 * Uploads that a browser sends to the bucket itself. Nothing of them is stored here: the browser has what was begun, sealed, and a
 * day's rule deletes what nobody finishes.
 */
export function directUploadRoutes({ blobs, secrets, uploads }: Needs): Handlers<typeof directUploadEndpoints> {
  function open(sealed: string, owner: string): SealedUpload {
    try {
      const upload = JSON.parse(secrets.open(sealed)) as SealedUpload
      if (upload.metadata['owner'] === owner) return upload
    } catch {
      // It was changed, or sealed by another server.
    }
    throw fail('upload.invalid', { reason: { en: 'it has not begun here', zh: '并非在此处开始' } })
  }

  return {
    beginDirectUpload: {
      transaction: 'own',
      // Addresses must not be readable in the database.
      inMemory: true,
      async handle({ params: { spaceId }, body: { path, conflict, unpack, size }, request }) {
        const { direct } = blobs
        if (direct === undefined || direct.openings.browserSource === null) return null
        const metadata = { spaceId, path, conflict, unpack: String(unpack), ...describeSender(request) }
        await uploads.check(metadata)
        const { addresses, ...staged } = await direct.begin(size)
        return { upload: secrets.seal(JSON.stringify({ ...staged, metadata } satisfies SealedUpload)), addresses }
      },
    },
    finishDirectUpload: {
      transaction: 'own',
      async handle({ body: { upload: sealed, checksum }, account, request }) {
        const upload = open(sealed, account.username)
        const { direct } = blobs
        if (direct === undefined) return null
        // A day's rule deletes what is left.
        const discard = () => direct.discard(upload).catch(() => undefined)
        if (checksum === null) return discard().then(() => null)
        const { id, metadata } = upload
        const put = (options: PutOptions) => direct.finish(upload, options)
        const { written } = await uploads.finishGiven(id, { metadata, checksum, put, discard })
        if (written !== undefined) return resultOf(written.file.path, written, request)
        // One that was finished before, or is unpacked.
        return { path: metadata['path'] ?? '', outcome: 'taken' as const, equals: null, message: null }
      },
    },
  }
}
