import type { Box } from '../../labels/box.ts'
import { type Mask, maskPixels } from '../../labels/mask.ts'
import { regionOf } from '../../labels/overlap.ts'
import type { JudgedImage, LabelErrorFinding } from './finding.ts'

/** Longer side of the grid that is compared: errors of annotators are far larger than its cells. */
const gridSide = 192
const none = -1

interface Grid {
  readonly width: number
  readonly height: number
  /** Pixels of the image per cell. */
  readonly step: number
}

interface Region {
  readonly labelId: string
  readonly cells: readonly number[]
}

/** Share of a region that another one has to cover to be what is there. */
const mostly = 0.5
/** Smaller predicted regions are specks. */
const minCells = 6

/**
 * The share of confident disagreement, as in Lad and Mueller 2023, region by region rather than over the image: a small region
 * that is wrong stands out in a large picture. A predicted region that labels leave bare is missing, a labeled one that the
 * model calls otherwise has another class, and one that the model sees elsewhere has wrong pixels.
 */
export function findPixelErrors(image: JudgedImage): LabelErrorFinding[] {
  const step = Math.max(1, Math.max(image.width, image.height) / gridSide)
  const grid = { width: Math.ceil(image.width / step), height: Math.ceil(image.height / step), step }
  const truths = image.shapes.flatMap((shape) => {
    const mask = regionOf(shape, image)
    return mask === null ? [] : [{ id: shape.id, labelId: shape.labelId, mask }]
  })
  const predicted = image.predictions.flatMap(({ labelId, prediction }) =>
    'mask' in prediction ? [{ labelId, score: prediction.score, mask: prediction.mask }] : [],
  )
  const labeledAt = paint(
    grid,
    truths.map(({ mask }) => mask),
  )
  const predictedAt = paint(
    grid,
    predicted.map(({ mask }) => mask),
  )
  return [
    ...[...cellsByIndex(labeledAt)].flatMap(([index, cells]) => {
      const { id, labelId } = truths[index]!
      return findMislabeledRegion({ id, labelId, cells }, predicted, predictedAt, grid)
    }),
    ...regionsOf(grid, predictedAt).flatMap(({ value, cells }) => {
      const { labelId, score } = predicted[value]!
      return findBareRegion({ labelId, cells }, score, (cell) => labeledAt[cell] !== none, grid)
    }),
  ]
}

function findBareRegion(
  { labelId, cells }: Region,
  confidence: number,
  isLabeled: (cell: number) => boolean,
  grid: Grid,
): LabelErrorFinding[] {
  const bare = cells.filter((cell) => !isLabeled(cell))
  const share = bare.length / cells.length
  if (share < mostly || cells.length < minCells) return []
  const common = { shapeId: null, labelId: null, suggestedLabelId: labelId, confidence, overlap: null }
  return [{ ...common, kind: 'missing', score: confidence * share, box: boundsOf(cells, grid) }]
}

function findMislabeledRegion(
  { id, labelId, cells }: Region & { id: string },
  predicted: readonly { labelId: string; score: number }[],
  predictedAt: Int16Array,
  grid: Grid,
): LabelErrorFinding[] {
  const byLabel = new Map<string, { cells: number; score: number }>()
  for (const cell of cells) {
    const one = predicted[predictedAt[cell]!]
    if (one === undefined) continue
    const sum = byLabel.get(one.labelId) ?? { cells: 0, score: one.score }
    sum.cells += 1
    byLabel.set(one.labelId, sum)
  }
  const own = byLabel.get(labelId)
  const overlap = (own?.cells ?? 0) / cells.length
  const [best] = [...byLabel]
    .filter(([other]) => other !== labelId)
    .toSorted(([, one], [, other]) => other.cells - one.cells)
  const common = { shapeId: id, labelId, overlap, box: boundsOf(cells, grid) }
  if (best !== undefined && best[1].cells / cells.length >= mostly) {
    const [suggestedLabelId, { score, cells: count }] = best
    const confidence = score
    return [{ ...common, kind: 'class', score: score * (count / cells.length - overlap), suggestedLabelId, confidence }]
  }
  // A model that sees nothing of the class here says little: it overlooks small things.
  if (own === undefined) return []
  const score = own.score * (1 - overlap)
  return [{ ...common, kind: 'pixels', score, suggestedLabelId: labelId, confidence: own.score }]
}

/** The index of the topmost mask over each cell's middle. */
function paint({ width, height, step }: Grid, masks: readonly Mask[]): Int16Array {
  const painted = new Int16Array(width * height).fill(none)
  for (const [index, mask] of masks.entries()) {
    const inside = maskPixels(mask)
    const middle = (cell: number, from: number) => Math.floor((cell + 0.5) * step) - from
    for (let row = Math.floor(mask.y / step); row < height && middle(row, mask.y) < mask.height; row += 1)
      for (let column = Math.floor(mask.x / step); column < width; column += 1) {
        const [x, y] = [middle(column, mask.x), middle(row, mask.y)]
        if (x >= mask.width) break
        if (x >= 0 && y >= 0 && inside[y * mask.width + x] === 1) painted[row * width + column] = index
      }
  }
  return painted
}

/** Connected cells of one value, by their sides. */
function regionsOf({ width, height }: Grid, painted: Int16Array): { value: number; cells: number[] }[] {
  const visited = new Uint8Array(painted.length)
  const regions: { value: number; cells: number[] }[] = []
  for (const [start, value] of painted.entries()) {
    if (value === none || visited[start] === 1) continue
    const cells = [start]
    visited[start] = 1
    for (const cell of cells) {
      const column = cell % width
      const beside = [
        ...(column > 0 ? [cell - 1] : []),
        ...(column < width - 1 ? [cell + 1] : []),
        ...(cell >= width ? [cell - width] : []),
        ...(cell < width * (height - 1) ? [cell + width] : []),
      ]
      for (const next of beside) {
        if (visited[next] === 1 || painted[next] !== value) continue
        visited[next] = 1
        cells.push(next)
      }
    }
    regions.push({ value, cells })
  }
  return regions
}

function cellsByIndex(painted: Int16Array): ReadonlyMap<number, number[]> {
  const cells = new Map<number, number[]>()
  for (const [cell, index] of painted.entries()) {
    if (index === none) continue
    const own = cells.get(index)
    if (own === undefined) cells.set(index, [cell])
    else own.push(cell)
  }
  return cells
}

function boundsOf(cells: readonly number[], { width, step }: Grid): Box {
  const columns = cells.map((cell) => cell % width)
  const rows = cells.map((cell) => Math.floor(cell / width))
  const [left, top] = [columns.reduce(least), rows.reduce(least)]
  const [right, bottom] = [columns.reduce(most) + 1, rows.reduce(most) + 1]
  return { x: left * step, y: top * step, width: (right - left) * step, height: (bottom - top) * step }
}

const least = (one: number, other: number) => Math.min(one, other)
const most = (one: number, other: number) => Math.max(one, other)
