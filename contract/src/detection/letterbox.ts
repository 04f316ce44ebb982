import type { Box } from '../labels/box.ts'

export interface Size {
  width: number
  height: number
}

/** Position of an image in a model's input, in whole pixels; the rest is padding. */
export interface Letterbox {
  input: Size
  image: Size
  left: number
  top: number
  width: number
  height: number
}

/** Gray level (of 255) of the padding, as in Ultralytics. */
export const paddingGrey = 114

/** `letterbox` keeps the aspect ratio and pads; `stretch` ignores it; `crop` fills the input with the center of the image. */
export const imageFits = ['letterbox', 'stretch', 'crop'] as const
export type ImageFit = (typeof imageFits)[number]

/** Fits an image into an input (square when `extent` is a number) in whole pixels; offsets of cropped images are negative. */
export function letterbox(image: Size, extent: number | Size, fit: ImageFit = 'letterbox'): Letterbox {
  const input = typeof extent === 'number' ? { width: extent, height: extent } : extent
  if (fit === 'stretch') return { input, image, ...input, left: 0, top: 0 }
  const ratios = [input.width / image.width, input.height / image.height] as const
  const ratio = fit === 'crop' ? Math.max(...ratios) : Math.min(...ratios)
  const within = (edge: 'width' | 'height') => {
    const scaled = Math.max(1, Math.round(image[edge] * ratio))
    return fit === 'crop' ? Math.max(input[edge], scaled) : Math.min(input[edge], scaled)
  }
  const [width, height] = [within('width'), within('height')]
  const margin = fit === 'crop' ? cropMargin : (space: number) => space >> 1
  return { input, image, width, height, left: margin(input.width - width), top: margin(input.height - height) }
}

/** Half of what is cut off, as torchvision's `CenterCrop` rounds it: to the even one of two whole numbers that are as near. */
function cropMargin(space: number): number {
  const half = Math.floor(-space / 2)
  return 0 - (space % 2 === 0 ? half : half + (half % 2))
}

export function boxToInput(box: Box, fit: Letterbox): Box {
  const scaleX = fit.width / fit.image.width
  const scaleY = fit.height / fit.image.height
  return {
    x: box.x * scaleX + fit.left,
    y: box.y * scaleY + fit.top,
    width: box.width * scaleX,
    height: box.height * scaleY,
  }
}

/** The inverse of `boxToInput`. The result may extend beyond the image. */
export function boxFromInput(box: Box, fit: Letterbox): Box {
  const scaleX = fit.image.width / fit.width
  const scaleY = fit.image.height / fit.height
  return {
    x: (box.x - fit.left) * scaleX,
    y: (box.y - fit.top) * scaleY,
    width: box.width * scaleX,
    height: box.height * scaleY,
  }
}
