import type { Segment, SegmentPrompt } from '@vermilion/contract/annotation/segmentation'
import { fail } from '@vermilion/contract/kernel/errors'
import { type Assist, AssistFailed, type AssistSegmenter } from '#areas/assist-models'
import type { Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'
import type { FeatureCache } from './features.ts'

interface Needs {
  readonly datasets: Datasets
  readonly files: Pick<Files, 'smallPicture'>
  readonly assist: Pick<Assist, 'segmenter'>
  readonly features: FeatureCache
}

interface ImageIds {
  readonly datasetId: string
  readonly itemId: string
}

export type Segmentation = ReturnType<typeof createSegmentation>

export function createSegmentation({ datasets, files, assist, features }: Needs) {
  async function requireImage({ datasetId, itemId }: ImageIds) {
    await datasets.service.require(datasetId)
    const item = await datasets.service.requireItem(itemId)
    if (item.datasetId !== datasetId) throw fail('item.not-found')
    return item
  }
  type Image = Awaited<ReturnType<typeof requireImage>>

  async function requireSegmenter(): Promise<AssistSegmenter> {
    const segmenter = await assist.segmenter()
    if (segmenter === undefined) throw fail('segmentation.no-model')
    return segmenter
  }

  async function featuresOf({ checksum }: Image, segmenter: AssistSegmenter, signal: AbortSignal): Promise<Uint8Array> {
    const prepared = await features.find(
      { checksum, model: segmenter.id },
      async (dropped) => {
        // Segmenters see about a thousand pixels, which a preview has; it is also upright and decodable.
        const picture = await files.smallPicture(checksum, 'preview', dropped)
        return picture && segmenter.prepare(picture, dropped)
      },
      signal,
    )
    if (prepared === undefined) throw fail('segmentation.picture-unreadable')
    return prepared
  }

  return {
    async prepare(ids: ImageIds, signal: AbortSignal): Promise<{ picture: string; model: string }> {
      const image = await requireImage(ids)
      const segmenter = await requireSegmenter()
      await explained(featuresOf(image, segmenter, signal))
      return { picture: image.checksum, model: segmenter.name }
    },

    async segment(
      ids: ImageIds,
      { picture, prompt }: { picture: string; prompt: SegmentPrompt },
      signal: AbortSignal,
    ): Promise<Segment> {
      const image = await requireImage(ids)
      if (image.checksum !== picture) throw fail('segmentation.image-changed')
      requireInside(prompt, image)
      const segmenter = await requireSegmenter()
      const { width, height, checksum } = image
      const prepared = await explained(featuresOf(image, segmenter, signal))
      try {
        const { mask, score } = await segmenter.segment(prepared, { size: { width, height }, ...prompt }, signal)
        return { mask, score }
      } catch (error) {
        // The features may be the cause, and are quickly made again.
        if (error instanceof AssistFailed) await features.forget({ checksum, model: segmenter.id })
        return explained(Promise.reject(error))
      }
    },
  }
}

async function explained<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result
  } catch (error) {
    throw error instanceof AssistFailed ? fail('segmentation.failed', { reason: error.text }) : error
  }
}

function requireInside({ points, box }: SegmentPrompt, { width, height }: { width: number; height: number }): void {
  const isInside = points.every(({ x, y }) => x < width && y < height)
  const fits = box === undefined || (box.x + box.width <= width && box.y + box.height <= height)
  if (!isInside || !fits) throw fail('segmentation.outside', { width, height })
}
