import type { ConfusionCount } from '../evaluator.ts'
import { pixelFigures } from '../segmentation.ts'
import type { Samples } from './samples.ts'

export interface SegmentationSamples extends Samples {
  add(cells: readonly ConfusionCount[], image: number): void
}

export function createSegmentationSamples(labelCount: number): SegmentationSamples {
  const side = labelCount + 1
  const images: { image: number; cells: readonly { key: number; count: number }[] }[] = []
  return {
    add(cells, image) {
      const keyed = cells.map(({ found: row, real, count }) => ({ key: (row + 1) * side + real + 1, count }))
      images.push({ image, cells: keyed })
    },
    figuresOf(counts) {
      const total = new Float64Array(side * side)
      for (const { image, cells } of images) {
        const times = counts[image]!
        if (times > 0) for (const { key, count } of cells) total[key]! += times * count
      }
      return pixelFigures(total, labelCount)
    },
  }
}
