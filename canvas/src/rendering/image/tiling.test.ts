import { expect, test } from 'vitest'
import { tilesIn } from './tiling.ts'

const image = { width: 20_000, height: 12_000 }
const tiling = { tileSide: 512, levels: 7 }
const frame = { x: 0, y: 0, width: 1400, height: 900, pixelRatio: 1 }

test('a large image is shown in few tiles of the level that the zoom needs', () => {
  const fullView = tilesIn({ ...frame, scale: 0.07 }, image, tiling)
  expect(fullView.level).toBe(3)
  expect(fullView.tiles).toHaveLength(Math.ceil(20_000 / 4096) * Math.ceil(12_000 / 4096))
  const close = tilesIn({ ...frame, scale: 1, x: -10_000, y: -6_000 }, image, tiling)
  expect(close.level).toBe(0)
  expect(close.tiles.length).toBeLessThanOrEqual(4 * 3)
  expect(tilesIn({ ...frame, scale: 0.001 }, image, tiling).level).toBe(6)
})

test('tiles cover what is in sight, without gaps, cut at the image, the middle first', () => {
  const { tiles: visibleTiles } = tilesIn({ ...frame, scale: 0.5, x: -9_300, y: -5_500 }, image, tiling)
  const right = Math.max(...visibleTiles.map(({ x, width }) => x + width))
  const bottom = Math.max(...visibleTiles.map(({ y, height }) => y + height))
  expect([right, bottom]).toEqual([20_000, 12_000])
  const area = visibleTiles.reduce((sum, { width, height }) => sum + width * height, 0)
  const [left, top] = [Math.min(...visibleTiles.map(({ x }) => x)), Math.min(...visibleTiles.map(({ y }) => y))]
  expect(area).toBe((right - left) * (bottom - top))
  expect(left).toBeLessThanOrEqual(18_600)
  const middle = tilesIn({ ...frame, scale: 0.5, x: -3_000, y: -2_000 }, image, tiling).tiles
  const centre = { x: (3_000 + 700) / 0.5, y: (2_000 + 450) / 0.5 }
  const distance = ({ x, y }: { x: number; y: number }): number => Math.hypot(x + 512 - centre.x, y + 512 - centre.y)
  expect(distance(middle[0]!)).toBeLessThan(distance(middle.at(-1)!))
})

test('nothing is asked for where nothing of the image is in sight', () => {
  expect(tilesIn({ ...frame, scale: 1, x: 2_000 }, image, tiling).tiles).toEqual([])
})
