import type { Box } from '../labels/box.ts'

export interface Size {
  width: number
  height: number
}

/** Where an image lies in a model's square input: whole pixels, the rest is padding. */
export interface Letterbox {
  /** Side of the square input. */
  size: number
  image: Size
  left: number
  top: number
  width: number
  height: number
}

/** The grey (of 255) around a letterboxed image, as Ultralytics pads. */
export const paddingGrey = 114

/**
 * How an image is put into a square: whole with its proportions kept and padding around it; whole with its proportions changed; or
 * its middle, filling the square.
 */
export const imageFits = ['letterbox', 'stretch', 'crop'] as const
export type ImageFit = (typeof imageFits)[number]

/** Fits an image into a square of `size` pixels, to the whole pixel; one that is cropped begins left of it or above it. */
export function letterbox(image: Size, size: number, fit: ImageFit = 'letterbox'): Letterbox {
  if (fit === 'stretch') return { size, image, width: size, height: size, left: 0, top: 0 }
  const edge = fit === 'crop' ? Math.min(image.width, image.height) : Math.max(image.width, image.height)
  const within = (extent: number) => {
    const scaled = Math.max(1, Math.round(extent * (size / edge)))
    return fit === 'crop' ? Math.max(size, scaled) : Math.min(size, scaled)
  }
  const [width, height] = [within(image.width), within(image.height)]
  return { size, image, width, height, left: (size - width) >> 1, top: (size - height) >> 1 }
}

/** A box of the image as the model sees it, in pixels of the square. */
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

/** The inverse of `boxToInput`. The box may reach out of the image. */
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
