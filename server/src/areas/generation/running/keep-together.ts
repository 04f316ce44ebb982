import { collectWrites } from '#platform/database/collected-writes'
import type { KeepImage, StoredImage } from './keep-image.ts'
import type { GenerationRun } from './make-images.ts'

/** Milliseconds between two transactions that keep images that may wait. */
const writingEvery = 250

interface Options extends Pick<GenerationRun, 'row' | 'pending' | 'saveProgress'> {
  readonly keep: KeepImage
  /** Images that may wait. */
  readonly most: number
}

/** Keeps images of a run, several in one transaction where they may wait. */
export function keepTogether({ keep, row, pending, most, saveProgress }: Options): GenerationRun['keepMade'] {
  const write = (made: readonly StoredImage[]) => {
    for (const { plan, status } of made) pending.settle({ ...plan, status })
    return keep.made(row, made, saveProgress)
  }
  const writeSoon = collectWrites(write, { most, every: writingEvery })
  return async (made) => {
    const stored = await keep.store(row, made)
    await (most === 0 ? write([stored]) : writeSoon(stored))
  }
}
