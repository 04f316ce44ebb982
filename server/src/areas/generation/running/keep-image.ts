import type { GeneratedImageStatus } from '@vermilion/contract/generations'
import type { ImagePlan } from '@vermilion/contract/generations/plan'
import type { Files } from '#areas/files'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import { writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import type { EngineImage } from '../engines/engine.ts'
import { asideFolder, imageFileName } from '../rules.ts'
import type { ImageStore } from '../image-store.ts'
import type { GenerationRow, GenerationStore } from '../store.ts'

interface Needs {
  readonly database: Database
  readonly clock: Clock
  readonly blobs: BlobStore
  readonly files: Pick<Files, 'writeAll' | 'setScores'>
  readonly store: Pick<GenerationStore, 'addToCounters'>
  readonly images: Pick<ImageStore, 'add'>
}

interface MadeImage {
  readonly image: EngineImage
  readonly status: Exclude<GeneratedImageStatus, 'failed'>
  /** 0 to 100; null where nobody scored it. */
  readonly score: number | null
}

async function* bytes(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content
}

/** Keeps what became of an image: its files, its row and the counters in one transaction, with `also`. */
export function createKeepImage({ database, clock, blobs, files, store, images }: Needs) {
  const rowOf = (generationId: string, { number, attempt, itemIndex, seed }: ImagePlan) => ({
    id: newId(),
    generationId,
    number,
    attempt,
    itemIndex,
    seed,
    createdAt: clock.time(),
  })
  const nothing = {
    fileId: null,
    checksum: null,
    score: null,
    workflowHash: null,
    models: null,
    workflowValues: null,
    error: null,
    truth: null,
  }

  return {
    async made(row: GenerationRow, plan: ImagePlan, { image, status, score }: MadeImage, also: () => Promise<void>) {
      const folder = status === 'aside' ? `${row.folder}/${asideFolder}` : row.folder
      const nameOf = (extension: string) => imageFileName(plan.number, plan.attempt, extension)
      const blob = await blobs.put(bytes(image.content))
      const writes = [
        { spaceId: row.spaceId, path: `${folder}/${nameOf(image.extension)}`, conflict: 'replace' as const, blob },
      ]
      for (const { name, content, extension } of image.byProducts) {
        const path = `${folder}/${name}/${nameOf(extension)}`
        writes.push({ spaceId: row.spaceId, path, conflict: 'replace', blob: await blobs.put(bytes(content)) })
      }
      await database.transaction(async () => {
        const [written] = await files.writeAll(row.spaceId, writes)
        if (written === undefined || !('file' in written)) throw written ?? new Error('the image was not written')
        const { file } = written
        if (score !== null) await files.setScores(new Map([[file.id, score]]))
        await images.add({
          ...nothing,
          ...rowOf(row.id, plan),
          status,
          fileId: file.id,
          checksum: blob.checksum,
          score,
          workflowHash: image.workflowHash,
          models: image.models.length === 0 ? null : writeJson([...image.models]),
          workflowValues: image.workflowValues === null ? null : writeJson(image.workflowValues),
          truth: image.truth === null ? null : writeJson([...image.truth]),
        })
        await store.addToCounters(row.id, { made: 1, [status]: 1 })
        await also()
      })
    },

    failed: (row: GenerationRow, plan: ImagePlan, error: string, also: () => Promise<void>) =>
      database.transaction(async () => {
        await images.add({ ...nothing, ...rowOf(row.id, plan), status: 'failed', error })
        await store.addToCounters(row.id, { failed: 1 })
        await also()
      }),
  }
}

export type KeepImage = ReturnType<typeof createKeepImage>
