import { collectWrites } from '#platform/database/collected-writes'
import type { KeepImage, StoredImage } from './keep-image.ts'
import type { GenerationRun } from './make-images.ts'

/** In milliseconds. */
const writingEvery = 250

interface Options extends Pick<GenerationRun, 'row' | 'pending' | 'saveProgress'> {
  readonly keep: KeepImage
  readonly maxWaiting: number
}

export function keepTogether({ keep, row, pending, maxWaiting, saveProgress }: Options): GenerationRun['keepMade'] {
  const write = (made: readonly StoredImage[]) => {
    for (const { plan, status } of made) pending.settle({ ...plan, status })
    return keep.made(row, made, saveProgress)
  }
  const writeSoon = collectWrites(write, { maxItems: maxWaiting, intervalMs: writingEvery })
  return async (made) => {
    const stored = await keep.store(row, made)
    await (maxWaiting === 0 ? write([stored]) : writeSoon(stored))
  }
}
