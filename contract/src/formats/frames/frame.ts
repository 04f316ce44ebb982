import { shapeBounds } from '../../labels/bounds.ts'
import type { ImageSize } from '../codec.ts'
import type { LabeledShape } from '../labeled-images.ts'

/** EXIF orientation, 1 to 8: the rotation or flip to display stored pixels. Values above 4 swap width and height. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export interface Frame {
  readonly size: ImageSize
  /** Orientation to apply to the coordinates; 1 when they are already upright. */
  readonly turn: Orientation
  readonly scaleX: number
  readonly scaleY: number
  /** True when nothing explains the stated size, so that stretching is probably wrong. */
  readonly isDoubtful: boolean
  /** True when inferred from label positions, because the stated size is missing or the stored one. */
  readonly isGuessed: boolean
}

export interface FrameEvidence {
  /** Size stated by the files: 1 × 1 for relative coordinates, 0 × 0 for pixels of an unstated size. */
  readonly stated: ImageSize
  readonly shapes: readonly LabeledShape[]
  readonly upright: ImageSize
}

/** Tolerance in pixels beyond the picture: writers count from 0 or 1, and round. */
const slack = 1

export function needsOrientation(evidence: FrameEvidence): boolean {
  const { stated, shapes, upright } = evidence
  if (!hasPlaces(shapes) || isOfParts(stated)) return false
  if (isUnknown(stated)) return !fit(shapes, upright) && fit(shapes, swapped(upright))
  return !isSameAspect(stated, upright) && isSameAspect(stated, swapped(upright))
}

/**
 * Determines the frame of an image's labels. A stated size equal to the stored size of a rotated picture means the stored frame,
 * unless coordinates fit only the upright picture; with equal aspect ratios the frames cannot be told apart, and the upright one,
 * which tools display, is assumed.
 */
export function frameOf(evidence: FrameEvidence, orientation: Orientation): Frame {
  const { stated, shapes, upright } = evidence
  if (isUnknown(stated)) {
    const isStored = orientation > 4 && needsOrientation(evidence)
    return { ...frame(isStored ? swapped(upright) : upright, isStored ? orientation : 1, upright), isGuessed: isStored }
  }
  if (isOfParts(stated) || isSameAspect(stated, upright)) return frame(stated, 1, upright)
  const isDoubtful = hasPlaces(shapes)
  if (!isSameAspect(stated, swapped(upright))) return { ...frame(stated, 1, upright), isDoubtful }
  const fitsStored = fit(shapes, stated)
  // A mask has the stated size and cannot have another.
  const fitsUpright = fit(shapes, swapped(stated)) && shapes.every(({ kind }) => kind !== 'mask')
  if (!fitsStored && fitsUpright) return { ...frame(swapped(stated), 1, upright), isGuessed: true }
  if (orientation > 4) return frame(stated, orientation, upright)
  return { ...frame(fitsUpright ? swapped(stated) : stated, 1, upright), isDoubtful }
}

function frame(size: ImageSize, turn: Orientation, upright: ImageSize): Frame {
  const turned = turn > 4 ? swapped(size) : size
  const [scaleX, scaleY] = [upright.width / turned.width, upright.height / turned.height]
  return { size, turn, scaleX, scaleY, isDoubtful: false, isGuessed: false }
}

const isUnknown = ({ width, height }: ImageSize) => width === 0 && height === 0
const isOfParts = ({ width, height }: ImageSize) => width === 1 && height === 1
const swapped = ({ width, height }: ImageSize): ImageSize => ({ width: height, height: width })

const hasPlaces = (shapes: readonly LabeledShape[]) => shapes.some((shape) => shapeBounds(shape) !== null)

function isSameAspect(one: ImageSize, other: ImageSize): boolean {
  const largest = Math.max(one.width, one.height, other.width, other.height)
  return Math.abs(one.width * other.height - one.height * other.width) <= largest
}

function fit(shapes: readonly LabeledShape[], { width, height }: ImageSize): boolean {
  return shapes.every((shape) => {
    const box = shapeBounds(shape)
    if (box === null) return true
    return (
      box.x >= -slack && box.y >= -slack && box.x + box.width <= width + slack && box.y + box.height <= height + slack
    )
  })
}
