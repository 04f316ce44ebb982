import { createMaskCollector } from '@vermilion/contract/formats/masks/paint'
import type { Box } from '@vermilion/contract/labels/box'
import type { Reading, TiledReadings } from '../inference/reader.ts'
import { classRows } from './class-map.ts'

interface Source {
  readonly rows: Generator<Int32Array>
  /** Mean score by label. */
  readonly scores: Float64Array
}

function openSource(
  { predictions }: Reading,
  { width, height }: Pick<Box, 'width' | 'height'>,
  labels: number,
): Source {
  const masks = predictions.flatMap((one) => ('mask' in one ? [one] : []))
  const scores = new Float64Array(labels)
  for (const { labelIndex, score } of masks) scores[labelIndex] = score
  return { rows: classRows({ width, height, truth: masks }, labels), scores }
}

/** Borders between consecutive tiles, in the middle of what two share. */
function bordersOf(starts: readonly number[], tile: number): number[] {
  const inner = starts.slice(1).map((next, at) => Math.floor((starts[at]! + tile + next) / 2))
  return [0, ...inner, starts.at(-1)! + tile]
}

/**
 * Every pixel is read from the tile whose border is farthest, so that there are no seams; where that says background, the full
 * picture decides. Row by row, which bounds memory for pictures of any size.
 */
export function mergeTileMasks({ picture, full, parts }: TiledReadings, labels: readonly string[]): Reading {
  const background = labels.length
  const columns = [...new Set(parts.map(({ tile }) => tile.x))]
  const bands = [...new Set(parts.map(({ tile }) => tile.y))]
  const { width, height } = parts[0]!.tile
  const [acrossBorders, downBorders] = [bordersOf(columns, width), bordersOf(bands, height)]
  const collector = createMaskCollector()
  const sums = labels.map(() => ({ score: 0, pixels: 0 }))
  const below = full && openSource(full, picture, background)
  const row = new Int32Array(picture.width)

  function add(x: number, { scores }: Source): void {
    const sum = sums[row[x]!]
    if (sum === undefined) return
    sum.score += scores[row[x]!]!
    sum.pixels += 1
  }
  for (const [band, top] of bands.entries()) {
    const sources = parts
      .slice(band * columns.length, (band + 1) * columns.length)
      .map(({ reading }) => openSource(reading, { width, height }, background))
    for (let y = top; y < downBorders[band + 1]!; y += 1) {
      const rows = sources.map((source) => source.rows.next().value as Int32Array)
      if (y < downBorders[band]!) continue
      const fullRow = below?.rows.next().value as Int32Array | undefined
      for (const [at, source] of sources.entries())
        for (let x = acrossBorders[at]!; x < acrossBorders[at + 1]!; x += 1) {
          const own = rows[at]![x - columns[at]!]!
          row[x] = own === background && fullRow !== undefined ? fullRow[x]! : own
          add(x, own === background && below !== null ? below : source)
        }
      collector.addRow(row, background)
    }
  }
  return {
    predictions: collector.masks().map(({ value, mask }) => {
      const { score, pixels } = sums[value]!
      const mean = Number((score / pixels).toFixed(6))
      return { kind: 'mask' as const, label: labels[value]!, labelIndex: value, score: mean, mask }
    }),
  }
}
