import { expect, test } from 'vitest'
import { tilesInView } from './tiles-in-view.ts'
import { fitScale, partInView } from './use-view.ts'

const viewport = { width: 400, height: 200 }
const picture = { width: 1000, height: 800 }

test('the part in view follows the scale, the place and the turn of a picture', () => {
  expect(partInView({ scale: 1, x: 0, y: 0, turns: 0 }, viewport, picture)).toEqual({
    left: 300,
    right: 700,
    top: 300,
    bottom: 500,
  })
  expect(partInView({ scale: 2, x: 100, y: 0, turns: 0 }, viewport, picture)).toMatchObject({ left: 350, right: 550 })
  // After a clockwise turn the left side is on top, so moving down reveals more of the left.
  expect(partInView({ scale: 1, x: 0, y: 50, turns: 1 }, viewport, picture)).toEqual({
    left: 350,
    right: 550,
    top: 200,
    bottom: 600,
  })
})

test('a picture is fitted into its box, a small one enlarged threefold at most', () => {
  expect(fitScale(picture, viewport, 0)).toBe(0.25)
  expect(fitScale({ width: 100, height: 400 }, viewport, 0)).toBe(0.5)
  expect(fitScale({ width: 100, height: 400 }, viewport, 1)).toBe(1)
  expect(fitScale({ width: 160, height: 80 }, viewport, 0)).toBe(2.5)
  expect(fitScale({ width: 64, height: 32 }, viewport, 0)).toBe(3)
})

test('of each level only the tiles in view are asked for, to the edge and not beyond', () => {
  const tiling = { width: 1300, height: 700, tileSide: 512, levels: 3, ready: true }
  const all = { left: -100, right: 5000, top: -100, bottom: 5000 }
  expect(tilesInView(tiling, 0, all)).toHaveLength(6)
  expect(tilesInView(tiling, 1, all)).toHaveLength(2)
  expect(tilesInView(tiling, 2, all)).toEqual([{ level: 2, x: 0, y: 0, width: 325, height: 175 }])
  expect(tilesInView(tiling, 0, { left: 600, right: 700, top: 10, bottom: 20 })).toEqual([
    { level: 0, x: 1, y: 0, width: 512, height: 512 },
  ])
  expect(tilesInView(tiling, 0, all).at(-1)).toMatchObject({ x: 2, y: 1, width: 276, height: 188 })
})
