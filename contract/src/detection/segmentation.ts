import type { SegmentationMetrics } from '../predictions.ts'

/** Excluded pixels: outside the image, or without known class. */
export const ignoredPixel = 0xffff

/** `pixels[found][true]`: labels in order, then the background. */
export type PixelConfusion = number[][]

export function pixelConfusion(labelCount: number): PixelConfusion {
  return Array.from({ length: labelCount + 1 }, () => Array<number>(labelCount + 1).fill(0))
}

/** Adds an image's pixels. A class is a label index, or the number of labels for the background. */
export function countPixels(pixels: PixelConfusion, predicted: ArrayLike<number>, real: ArrayLike<number>): void {
  for (let at = 0; at < real.length; at += 1) {
    if (real[at]! < pixels.length) pixels[predicted[at]!]![real[at]!]! += 1
  }
}

export interface ClassOverlap {
  /** Null is the background. */
  labelIndex: number | null
  pixels: number
  /** IoU; null when the class is neither true nor predicted. */
  overlap: number | null
}

export interface SegmentationEvaluation {
  overall: SegmentationMetrics
  /** Labels in order, then the background. */
  classes: ClassOverlap[]
}

export function evaluateSegmentation(pixels: PixelConfusion): SegmentationEvaluation {
  const background = pixels.length - 1
  const classes = pixels.map((row, index): ClassOverlap => {
    const predictedPixels = row.reduce((sum, count) => sum + count, 0)
    const real = pixels.reduce((sum, other) => sum + other[index]!, 0)
    const union = predictedPixels + real - row[index]!
    return {
      labelIndex: index === background ? null : index,
      pixels: real,
      overlap: union === 0 ? null : row[index]! / union,
    }
  })
  const present = classes.filter((one) => one.pixels > 0)
  const total = present.reduce((sum, one) => sum + one.pixels, 0)
  const right = pixels.reduce((sum, row, index) => sum + row[index]!, 0)
  return {
    overall:
      total === 0
        ? { mIoU: null, mIoUWithBackground: null, pixelAccuracy: null }
        : {
            mIoU: meanOverlap(present.filter(({ labelIndex }) => labelIndex !== null)),
            mIoUWithBackground: meanOverlap(present),
            pixelAccuracy: right / total,
          },
    classes,
  }
}

const meanOverlap = (classes: readonly ClassOverlap[]) =>
  classes.length === 0 ? null : classes.reduce((sum, { overlap }) => sum + (overlap ?? 0), 0) / classes.length
