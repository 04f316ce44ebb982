import type { GeneratedImageStatus } from '@vermilion/contract/generations'
import type { ImagePlan } from '@vermilion/contract/generations/plan'
import type { Files } from '#areas/files'
import type { Blob } from '#platform/blobs/blob-store'
import { writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import type { EngineImage } from '../engines/engine.ts'
import { asideFolder, imageFileName } from '../rules.ts'
import type { ImageStore } from '../images/image-store.ts'
import type { GenerationRow, GenerationStore } from '../store.ts'

interface Needs extends Pick<Platform, 'database' | 'clock' | 'blobs'> {
  readonly files: Pick<Files, 'writeAll' | 'setScores'>
  readonly store: Pick<GenerationStore, 'addToCounters'>
  readonly images: Pick<ImageStore, 'add'>
}

export interface MadeImage {
  readonly plan: ImagePlan
  readonly image: EngineImage
  readonly status: Exclude<GeneratedImageStatus, 'failed'>
  /** 0 to 100; null without a score. */
  readonly score: number | null
}

export interface StoredImage extends MadeImage {
  readonly writes: [ImageWrite, ...ImageWrite[]]
}

interface ImageWrite {
  readonly path: string
  readonly blob: Blob
}

async function* bytes(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content
}

/** In one transaction, together with `also`. */
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
    async store({ folder: ofGeneration }: GenerationRow, made: MadeImage): Promise<StoredImage> {
      const { plan, image, status } = made
      const folder = status === 'aside' ? `${ofGeneration}/${asideFolder}` : ofGeneration
      const nameOf = (extension: string) => imageFileName(plan.number, plan.attempt, extension)
      const put = async (path: string, content: Uint8Array) => ({ path, blob: await blobs.put(bytes(content)) })
      const writes: StoredImage['writes'] = [await put(`${folder}/${nameOf(image.extension)}`, image.content)]
      for (const { name, content, extension } of image.byProducts) {
        writes.push(await put(`${folder}/${name}/${nameOf(extension)}`, content))
      }
      return { ...made, writes }
    },

    made: (row: GenerationRow, made: readonly StoredImage[], also: () => Promise<void>) =>
      database.transaction(async () => {
        const { spaceId } = row
        const writes = made.flatMap((one) => one.writes)
        const written = await files.writeAll(
          spaceId,
          writes.map((write) => ({ ...write, spaceId, conflict: 'replace' as const })),
        )
        const scores = new Map<string, number>()
        for (const { plan, image, status, score, writes: own } of made) {
          const result = written[writes.indexOf(own[0])]
          if (result === undefined || !('file' in result)) throw result ?? new Error('the image was not written')
          const { id: fileId } = result.file
          if (score !== null) scores.set(fileId, score)
          await images.add({
            ...nothing,
            ...rowOf(row.id, plan),
            status,
            fileId,
            checksum: own[0].blob.checksum,
            score,
            workflowHash: image.workflowHash,
            models: image.models.length === 0 ? null : writeJson([...image.models]),
            workflowValues: image.workflowValues === null ? null : writeJson(image.workflowValues),
            truth: image.truth === null ? null : writeJson([...image.truth]),
          })
        }
        await files.setScores(scores)
        const aside = made.filter(({ status }) => status === 'aside').length
        await store.addToCounters(row.id, { made: made.length, kept: made.length - aside, aside })
        await also()
      }),

    failed: (row: GenerationRow, plan: ImagePlan, error: string, also: () => Promise<void>) =>
      database.transaction(async () => {
        await images.add({ ...nothing, ...rowOf(row.id, plan), status: 'failed', error })
        await store.addToCounters(row.id, { failed: 1 })
        await also()
      }),
  }
}

export type KeepImage = ReturnType<typeof createKeepImage>
