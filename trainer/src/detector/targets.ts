import type { Truth } from '@vermilion/contract/detection/prediction'
import { boxArea } from '@vermilion/contract/labels/box'
import { stride, type DetectorShape } from './network.ts'

/** Minimum target probability of cells that learn the box. */
const boxThreshold = 0.3

interface ScaledBox {
  labelIndex: number
  x: number
  y: number
  width: number
  height: number
}

/** Cells around an object's center with Gaussian weights, 1 at the center. */
function gaussianCells(
  { x, y, width, height }: ScaledBox,
  edge: number,
): { cell: number; row: number; column: number; nearness: number }[] {
  const centreColumn = Math.min(edge - 1, Math.floor(x))
  const centreRow = Math.min(edge - 1, Math.floor(y))
  const deviationX = 0.3 + width / 8
  const deviationY = 0.3 + height / 8
  const around = (centre: number, radius: number) => {
    const first = Math.max(0, centre - Math.ceil(radius))
    const last = Math.min(edge - 1, centre + Math.ceil(radius))
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  }
  const columns = around(centreColumn, 3 * deviationX)
  return around(centreRow, 3 * deviationY).flatMap((row) =>
    columns.map((column) => {
      const distance = ((column - centreColumn) / deviationX) ** 2 + ((row - centreRow) / deviationY) ** 2
      return { cell: row * edge + column, row, column, nearness: Math.exp(-distance / 2) }
    }),
  )
}

/**
 * Writes an image's targets (see `detectionLosses`) into a zeroed `out` at `offset`. Target probabilities are Gaussian around
 * each object's center; cells near it learn the box, with weights summing to 1 per object, so that small objects count as much as
 * large ones. Where objects meet, the nearer one wins the cell, then the smaller.
 */
export function writeTargets(truth: readonly Truth[], shape: DetectorShape, out: Float32Array, offset: number): void {
  const edge = shape.inputSize / stride
  const plane = edge * edge
  const boxes = offset + shape.labelCount * plane
  const weights = boxes + 4 * plane
  const nearest = new Float32Array(plane)
  // Larger first: a smaller one at equal distance overwrites it.
  for (const { labelIndex, box } of truth.toSorted((a, b) => boxArea(b.box) - boxArea(a.box))) {
    const [width, height] = [box.width / stride, box.height / stride]
    const scaledBox = { labelIndex, width, height, x: box.x / stride + width / 2, y: box.y / stride + height / 2 }
    const cells = gaussianCells(scaledBox, edge)
    for (const { cell, nearness } of cells) {
      const label = offset + labelIndex * plane + cell
      out[label] = Math.max(out[label]!, nearness)
    }
    const near = cells.filter(({ cell, nearness }) => nearness >= boxThreshold && nearness >= nearest[cell]!)
    const total = near.reduce((sum, { nearness }) => sum + nearness, 0)
    for (const { cell, row, column, nearness } of near) {
      nearest[cell] = nearness
      out[weights + cell] = nearness / total
      const numbers = [scaledBox.x - column - 0.5, scaledBox.y - row - 0.5, Math.log(width), Math.log(height)]
      for (const [k, value] of numbers.entries()) out[boxes + k * plane + cell] = value
    }
  }
}
