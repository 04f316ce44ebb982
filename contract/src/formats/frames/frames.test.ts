import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Mask, maskOf, maskPixels } from '../../labels/mask.ts'
import type { LabeledShape } from '../labeled-images.ts'
import { frameOf, type Orientation } from './frame.ts'
import { turnBox, turnMask, turnRing } from './turn.ts'

/** EXIF's steps to make a stored picture upright: horizontal mirroring first, then clockwise quarter turns. */
const steps: Readonly<Record<Orientation, { mirrored: boolean; quarters: number }>> = {
  1: { mirrored: false, quarters: 0 },
  2: { mirrored: true, quarters: 0 },
  3: { mirrored: false, quarters: 2 },
  4: { mirrored: true, quarters: 2 },
  5: { mirrored: true, quarters: 3 },
  6: { mirrored: false, quarters: 1 },
  7: { mirrored: true, quarters: 1 },
  8: { mirrored: false, quarters: 3 },
}

type Rows = number[][]
const mirror = (rows: Rows): Rows => rows.map((row) => row.toReversed())
const quarter = (rows: Rows): Rows => rows[0]!.map((_, column) => rows.map((row) => row[column]!).toReversed())

function uprightRows(stored: Rows, orientation: Orientation): Rows {
  const { mirrored, quarters } = steps[orientation]
  let rows = mirrored ? mirror(stored) : stored
  for (let turn = 0; turn < quarters; turn += 1) rows = quarter(rows)
  return rows
}

function rowsOf(mask: Mask | null, { width, height }: { width: number; height: number }): Rows {
  const rows = Array.from({ length: height }, () => Array<number>(width).fill(0))
  if (mask === null) return rows
  const pixels = maskPixels(mask)
  for (const [at, value] of pixels.entries())
    rows[mask.y + Math.floor(at / mask.width)]![mask.x + (at % mask.width)] = value
  return rows
}

const size = { width: 7, height: 4 }
const orientation = fc.integer({ min: 1, max: 8 }) as fc.Arbitrary<Orientation>
const box = fc
  .tuple(fc.nat(6), fc.nat(3), fc.nat(6), fc.nat(3))
  .map(([x, y, width, height]) => ({ x, y, width: 1 + (width % (7 - x)), height: 1 + (height % (4 - y)) }))

test('boxes, rings and masks of the stored frame lie where the picture shows them, for every orientation', () => {
  fc.assert(
    fc.property(orientation, box, fc.array(fc.nat(1), { minLength: 28, maxLength: 28 }), (turn, own, pixels) => {
      const upright = turn > 4 ? { width: 4, height: 7 } : size
      const filled = rowsOf(maskOf(new Uint8Array(own.width * own.height).fill(1), own), size)
      const turned = turnBox(own, turn, size)
      const observed = rowsOf(maskOf(new Uint8Array(turned.width * turned.height).fill(1), turned), upright)
      expect(observed).toEqual(uprightRows(filled, turn))
      const [left, top] = [own.x, own.y]
      const ring = turnRing([left, top, left + own.width, top + own.height], turn, size)
      expect([Math.min(ring[0]!, ring[2]!), Math.min(ring[1]!, ring[3]!)]).toEqual([turned.x, turned.y])
      const mask = maskOf(Uint8Array.from(pixels), { x: 0, y: 0, ...size })
      if (mask === null) return
      expect(rowsOf(turnMask(mask, turn, size), upright)).toEqual(uprightRows(rowsOf(mask, size), turn))
    }),
  )
})

test('the frame of labels is the stated one, unless they fit the upright picture alone; other shapes are doubtful', () => {
  const upright = { width: 80, height: 120 }
  const shapesAt = (x: number, y: number): LabeledShape[] => [
    { kind: 'box', labelIndex: 0, box: { x, y, width: 10, height: 10 } },
  ]
  const frame = (stated: [number, number], [x, y]: [number, number], turn: Orientation) => {
    const [width, height] = stated
    const { turn: used, isDoubtful } = frameOf({ stated: { width, height }, shapes: shapesAt(x, y), upright }, turn)
    return [used, isDoubtful]
  }
  expect(frame([120, 80], [0, 0], 6)).toEqual([6, false])
  expect(frame([60, 40], [0, 0], 7)).toEqual([7, false])
  expect(frame([120, 80], [60, 100], 6)).toEqual([1, false])
  expect(frame([80, 120], [0, 0], 6)).toEqual([1, false])
  expect(frame([1, 1], [0, 0], 6)).toEqual([1, false])
  expect(frame([0, 0], [100, 0], 6)).toEqual([6, false])
  expect(frame([0, 0], [0, 100], 6)).toEqual([1, false])
  expect(frame([100, 100], [0, 0], 6)).toEqual([1, true])
  expect(frame([120, 80], [0, 0], 1)).toEqual([1, true])
})
