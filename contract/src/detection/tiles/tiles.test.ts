import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxOverlap, type Box } from '../../labels/box.ts'
import type { Prediction } from '../prediction.ts'
import { mergeTileBoxes } from './merge-boxes.ts'
import { countRuns, cutTiles, maxTiles } from './tiles.ts'

const input = { width: 100, height: 100 }

test('tiles by hand: a step of 80 pixels, and the last flush with the edge', () => {
  const tiles = cutTiles({ width: 250, height: 100 }, input, { overlap: 0.2 })
  expect(tiles).toEqual([0, 80, 150].map((x) => ({ x, y: 0, width: 100, height: 100 })))
  expect(cutTiles({ width: 100, height: 90 }, input, { overlap: 0.2 })).toEqual([])
  expect(countRuns({ width: 250, height: 100 }, input, { overlap: 0.2, hasFullPicture: true })).toBe(4)
  expect(countRuns({ width: 250, height: 250 }, input, { overlap: 0.2, hasFullPicture: false })).toBe(9)
  expect(countRuns({ width: 80, height: 80 }, input, { overlap: 0.2, hasFullPicture: true })).toBe(1)
})

test('tiles of any picture cover it, overlap as ordered, lie within it, and are limited in number', () => {
  const edges = fc.integer({ min: 1, max: 5_000 })
  fc.assert(
    fc.property(
      edges,
      edges,
      fc.integer({ min: 16, max: 700 }),
      fc.double({ min: 0.05, max: 0.5, noNaN: true }),
      ordered,
    ),
  )
  function ordered(width: number, height: number, edge: number, overlap: number): void {
    const tiles = cutTiles({ width, height }, { width: edge, height: edge }, { overlap })
    if (tiles.length === 0) return
    expect(tiles.length).toBeLessThanOrEqual(maxTiles)
    const starts = [...new Set(tiles.map(({ x }) => x))]
    const tile = tiles[0]!.width
    expect(starts[0]).toBe(0)
    expect(starts.at(-1)! + tile).toBe(width)
    for (const [at, x] of starts.slice(1).entries())
      expect(starts[at]! + tile - x).toBeGreaterThanOrEqual(Math.floor(tile * overlap))
  }
})

/** What a perfect detector says of a tile: its objects, cut off at the tile's borders. */
function viewsOf(tile: Box, truth: readonly Prediction[]): Prediction[] {
  return truth.flatMap(({ box, ...rest }) => {
    const [x, y] = [Math.max(box.x, tile.x), Math.max(box.y, tile.y)]
    const width = Math.min(box.x + box.width, tile.x + tile.width) - x
    const height = Math.min(box.y + box.height, tile.y + tile.height) - y
    return width > 0 && height > 0 ? [{ ...rest, box: { x, y, width, height } }] : []
  })
}

test('merging by hand: an object across a seam is one, with the extent of both parts and the higher score', () => {
  const picture = { width: 180, height: 100 }
  const [left, right] = cutTiles(picture, input, { overlap: 0.2 }) as [Box, Box]
  const merged = mergeTileBoxes(
    picture,
    [
      { tile: left, predictions: [{ labelIndex: 0, score: 0.6, box: { x: 60, y: 10, width: 40, height: 20 } }] },
      { tile: right, predictions: [{ labelIndex: 0, score: 0.9, box: { x: 80, y: 10, width: 50, height: 20 } }] },
    ],
    0.25,
  )
  // In the shared area, x from 80 to 100, both show the same 20 × 20 pixels.
  expect(merged).toEqual([{ labelIndex: 0, score: 0.9, box: { x: 60, y: 10, width: 70, height: 20 } }])
})

test('a piece at a border gives way to the full view of another tile; other labels and neighbors stay', () => {
  const picture = { width: 180, height: 100 }
  const [left, right] = cutTiles(picture, input, { overlap: 0.2 }) as [Box, Box]
  const full = { labelIndex: 0, score: 0.5, box: { x: 85, y: 10, width: 40, height: 20 } }
  const piece = { labelIndex: 0, score: 0.8, box: { x: 86, y: 12, width: 14, height: 17 } }
  const other = { labelIndex: 1, score: 0.7, box: piece.box }
  const neighbor = { labelIndex: 0, score: 0.4, box: { x: 84, y: 40, width: 12, height: 20 } }
  const parts = [
    { tile: left, predictions: [piece, other, neighbor] },
    { tile: right, predictions: [full] },
  ]
  expect(mergeTileBoxes(picture, parts, 0.25)).toEqual([{ ...full, score: 0.8 }, other, neighbor])
})

test('what is hardly seen in the full picture does not stretch what a tile is sure of', () => {
  const picture = { width: 180, height: 100 }
  const [left] = cutTiles(picture, input, { overlap: 0.2 }) as [Box]
  const piece = { labelIndex: 0, score: 0.9, box: { x: 84, y: 10, width: 16, height: 20 } }
  const unsure = { labelIndex: 0, score: 0.05, box: { x: 0, y: 0, width: 180, height: 100 } }
  const parts = [
    { tile: { x: 0, y: 0, ...picture }, predictions: [unsure] },
    { tile: left, predictions: [piece] },
  ]
  expect(mergeTileBoxes(picture, parts, 0.02)).toEqual([piece])
})

const objects = fc.array(
  fc.record({
    labelIndex: fc.integer({ min: 0, max: 2 }),
    score: fc.double({ min: 0.3, max: 1, noNaN: true }),
    box: fc.record({
      x: fc.double({ min: 0, max: 300, noNaN: true }),
      y: fc.double({ min: 0, max: 220, noNaN: true }),
      width: fc.double({ min: 4, max: 90, noNaN: true }),
      height: fc.double({ min: 4, max: 90, noNaN: true }),
    }),
  }),
  { maxLength: 25 },
)

test('cut and merged, a synthetic truth is what it was: nothing twice, nothing lost', () => {
  fc.assert(fc.property(objects, fc.boolean(), fc.constantFrom(0.1, 0.2, 0.3, 0.5), isGivenBack), { numRuns: 300 })
  function isGivenBack(all: Prediction[], hasFullPicture: boolean, overlap: number): void {
    const picture = { width: 400, height: 320 }
    // Those that a detector's own suppression would take for one are left out.
    const truth = all.filter(
      (one, at) =>
        !all.slice(0, at).some((other) => other.labelIndex === one.labelIndex && boxOverlap(one.box, other.box) > 0.45),
    )
    const tiles = cutTiles(picture, input, { overlap })
    const full = hasFullPicture ? [{ x: 0, y: 0, ...picture }] : []
    const parts = [...full, ...tiles].map((tile) => ({ tile, predictions: viewsOf(tile, truth) }))
    const merged = mergeTileBoxes(picture, parts, 0.25)
    const key = ({ labelIndex, score, box }: Prediction) =>
      [
        labelIndex,
        score,
        ...[box.x, box.y, box.x + box.width, box.y + box.height].map((value) => value.toFixed(6)),
      ].join()
    expect(merged.map(key).toSorted()).toEqual(truth.map(key).toSorted())
  }
})

test('nested objects of one label, seen by several tiles, stay two', () => {
  const picture = { width: 180, height: 100 }
  const tiles = cutTiles(picture, input, { overlap: 0.5 })
  const truth = [
    { labelIndex: 0, score: 0.9, box: { x: 30, y: 10, width: 80, height: 70 } },
    { labelIndex: 0, score: 0.8, box: { x: 70, y: 20, width: 20, height: 15 } },
  ]
  const parts = tiles.map((tile) => ({ tile, predictions: viewsOf(tile, truth) }))
  expect(mergeTileBoxes(picture, parts, 0.25)).toEqual(truth)
})

test('predictions below the threshold never change those above it', () => {
  fc.assert(
    fc.property(objects, objects, (sure, faint) => {
      const picture = { width: 400, height: 320 }
      const faintOnes = faint.map((one) => ({ ...one, score: one.score / 10 }))
      const merge = (some: readonly Prediction[]) =>
        mergeTileBoxes(
          picture,
          cutTiles(picture, input, { overlap: 0.2 }).map((tile) => ({ tile, predictions: viewsOf(tile, some) })),
          0.25,
        ).filter(({ score }) => score >= 0.25)
      expect(merge([...sure, ...faintOnes])).toEqual(merge(sure))
    }),
  )
})
