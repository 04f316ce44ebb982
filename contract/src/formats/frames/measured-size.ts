import type { ImageSize } from '../codec.ts'

/** More pixels than any readable picture has. */
export const maxPixels = 500_000_000

/** A mask's own size counts when none is stated, or the same with swapped sides, since not all writers apply EXIF. */
export function measuredSize(stated: ImageSize, masks: readonly ImageSize[]): ImageSize {
  const [first, ...rest] = masks
  if (
    first === undefined ||
    first.width * first.height > maxPixels ||
    rest.some(({ width, height }) => width !== first.width || height !== first.height)
  )
    return { width: stated.width, height: stated.height }
  const isUnknown = stated.width === 0 && stated.height === 0
  const isSwapped = first.width === stated.height && first.height === stated.width
  return isUnknown || isSwapped ? first : { width: stated.width, height: stated.height }
}
