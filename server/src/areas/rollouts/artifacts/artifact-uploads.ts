import { join } from 'node:path'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import {
  artifactUpload,
  artifactUploadAction,
  artifactUploadPath,
  maxArtifactBytes,
} from '@vermilion/contract/rollouts/artifacts'
import type { Artifact } from '@vermilion/contract/rollouts/artifacts'
import { createUploadBytes, createUploadRecord, uploadProtocol } from '#areas/files'
import type { Audit } from '#platform/audit/audit'
import { ChecksumDiffers, StoreUnreachable } from '#platform/blobs/blob-store'
import { freeSpace } from '#platform/disk-space'
import type { Platform } from '#platform/platform'
import type { Artifacts } from './artifacts.ts'

const retention = 24 * 3_600_000

interface UploadsNeeds extends Pick<Platform, 'blobs' | 'clock' | 'lifecycle' | 'log' | 'paths'> {
  audit: Pick<Audit, 'record'>
  artifacts: Artifacts
}

interface FinishedArtifact {
  readonly size: number
  readonly artifact: Artifact
}

export function artifactUploads({ audit, artifacts, blobs, clock, lifecycle, log, paths }: UploadsNeeds) {
  const record = createUploadRecord(audit, artifactUploadAction)
  const bytes = createUploadBytes(join(paths.folder, 'artifact-uploads'))
  const finishing = new Map<string, Promise<FinishedArtifact | undefined>>()

  async function check(metadata: Record<string, string | null> | undefined, size = 0) {
    const parsed = artifactUpload.safeParse(metadata ?? {})
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw fail('upload.invalid', { reason: `${issue?.path.join('.')}: ${issue?.message}` })
    }
    const { fileName: path } = parsed.data
    if (size > maxArtifactBytes) throw fail('upload.too-large', { path, limit: `${maxArtifactBytes / 1024 ** 3} GiB` })
    if (size > (await freeSpace(paths.folder))) throw fail('upload.no-space', { path })
    return parsed.data
  }

  async function finishNow(id: string): Promise<FinishedArtifact | undefined> {
    const existing = await artifacts.byUpload(id)
    if (existing !== undefined) {
      await bytes.remove(id)
      return { size: existing.size, artifact: existing }
    }
    const upload = await bytes.complete(id)
    if (upload === undefined) return undefined
    const { metadata } = upload
    try {
      const { fileName, checksum = await bytes.promised(id), ...description } = await check(metadata)
      const blob = await blobs.putFile(await bytes.share(id), { checksum }).catch((error: unknown) => {
        throw error instanceof ChecksumDiffers ? fail('upload.checksum', { path: fileName }) : error
      })
      const creator = metadata?.['owner'] ?? ''
      const artifact = await artifacts.addContent(blob, {
        fileName,
        description,
        creator,
        uploadId: id,
        recorded: ({ id: artifactId }) => record(metadata, { artifactId, fileName }),
      })
      await bytes.remove(id)
      return { size: blob.size, artifact }
    } catch (error) {
      // A retry does not change an expected failure.
      if (error instanceof Failure && !(error instanceof StoreUnreachable)) {
        await bytes.remove(id)
        await record(metadata, { fileName: metadata?.['fileName'] ?? '' }, error.reason)
      }
      throw error
    }
  }

  function finish(id: string): Promise<FinishedArtifact | undefined> {
    const running = finishing.get(id) ?? finishNow(id).finally(() => finishing.delete(id))
    finishing.set(id, running)
    return running
  }

  async function tidy(): Promise<void> {
    for (const { id, touchedAt } of await bytes.list()) {
      const finished = await finish(id).catch((error: unknown) =>
        log.warn({ err: error, id }, 'an upload of an artifact was not finished'),
      )
      if (finished === undefined && touchedAt < clock.now() - retention) await bytes.remove(id)
    }
  }

  let tidying: Promise<void> = Promise.resolve()
  lifecycle.onStart(() => {
    tidying = tidy().catch((error: unknown) => log.error({ err: error }, 'uploads of artifacts were not tidied'))
  })
  lifecycle.onStop(async () => {
    await tidying
    await Promise.allSettled(finishing.values())
  })

  return uploadProtocol<FinishedArtifact>({
    path: artifactUploadPath,
    bytes,
    check,
    finish,
    finished: async (id) => (await artifacts.byUpload(id)) && finish(id),
    result: ({ artifact }) => ({ artifactId: artifact.id }),
  })
}
