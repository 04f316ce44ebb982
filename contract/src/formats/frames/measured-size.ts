import type { ImageSize } from '../codec.ts'

/** More pixels than any picture has that can be opened. */
export const maxPixels = 500_000_000

/**
 * The size that an image's labels are measured in. Masks were made in a size of their own: it counts where the files say
 * none of the image, or the same with its sides swapped, as readers of EXIF do and others do not.
 */
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
