import { expect, test } from 'vitest'
import { placeTags } from './tag-places.ts'

const area = { width: 200, height: 100 }
const size = { width: 40, height: 15 }

test('R2.23 the words of a shape stand above it, and wholly within the picture', () => {
  const shape = { x: 50, y: 50, width: 20, height: 20 }
  const [inside, atTheRight, atTheTop] = [
    placeTags([{ size, shape }], area)[0],
    placeTags([{ size, shape: { ...shape, x: 190, width: 10 } }], area)[0],
    placeTags([{ size, shape: { ...shape, y: 2 } }], area)[0],
  ]
  expect(inside).toEqual({ ...size, x: 49, y: 34 })
  expect(atTheRight).toEqual({ ...size, x: 160, y: 34 })
  expect(atTheTop).toMatchObject({ x: 49, y: 0 })
})

test('R2.23 where words would cover those before them they stand below their shape, and many are all read', () => {
  const shape = { x: 50, y: 40, width: 20, height: 20 }
  const [first, second] = placeTags(
    [
      { size, shape },
      { size, shape: { ...shape, x: 55 } },
    ],
    area,
  )
  expect(first).toMatchObject({ y: 24 })
  expect(second).toMatchObject({ x: 54, y: 61 })
  const many = placeTags(
    Array.from({ length: 8 }, () => ({ size, shape })),
    area,
  )
  const covered = many.filter((one, at) =>
    many.some(
      (other, otherAt) =>
        otherAt < at &&
        one.x < other.x + other.width &&
        other.x < one.x + one.width &&
        one.y < other.y + other.height &&
        other.y < one.y + one.height,
    ),
  )
  expect(covered).toEqual([])
})
