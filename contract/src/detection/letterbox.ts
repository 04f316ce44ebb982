import type { Box } from '../labels/box.ts'

export interface Size {
  width: number
  height: number
}

/** Where an image lies inside a model's square input: whole pixels, the rest is padding. */
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

/** Fits an image into a square of `size` pixels, centred, its proportions kept (to the whole pixel). */
export function letterbox(image: Size, size: number): Letterbox {
  const scale = size / Math.max(image.width, image.height)
  const width = Math.min(size, Math.max(1, Math.round(image.width * scale)))
  const height = Math.min(size, Math.max(1, Math.round(image.height * scale)))
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
