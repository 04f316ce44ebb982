import { expect, test } from 'vitest'
import { nearestPoint, pointsOf, pointsWithin, valuesOf } from './map-points.ts'

const base64 = (numbers: ArrayBufferView) =>
  btoa(String.fromCharCode(...new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)))
const column = { entries: [], values: base64(Uint16Array.of(0, 1, 513)) }
const map = {
  points: 3,
  positions: base64(Float32Array.of(0, 0, 0.5, 0.5, -1, 1)),
  numbers: base64(Uint32Array.of(7, 70_000, 9)),
  columns: { group: column, label: column, split: column, score: column, source: column, status: column },
  groups: [],
}

test('R2.24 points of a map are unpacked, found in a lasso and near the pointer; those that are hidden are not', () => {
  const points = pointsOf(map)
  expect([...points.numbers]).toEqual([7, 70_000, 9])
  expect([...valuesOf(map, 'label').values]).toEqual([0, 1, 513])
  const triangle = [
    { x: -0.1, y: -0.2 },
    { x: 0.9, y: 0.4 },
    { x: 0, y: 0.9 },
  ]
  expect(pointsWithin(points, triangle, () => true)).toEqual([0, 1])
  expect(pointsWithin(points, triangle, (point) => point !== 1)).toEqual([0])
  expect(pointsWithin(points, triangle.slice(0, 2), () => true)).toEqual([])
  const near = (x: number, y: number, isVisible = (_: number) => true) =>
    nearestPoint(points, { x, y }, { reach: 0.2, isVisible })
  expect(near(0.45, 0.55)).toBe(1)
  expect(near(0.45, 0.55, (point) => point !== 1)).toBe(-1)
  expect(near(-0.4, -0.4)).toBe(-1)
})
