import { expect, test } from 'vitest'
import { compareVectors } from './compare.ts'
import { groupDuplicates } from './duplicates.ts'
import { leakageOf, movesOf } from './leakage.ts'
import { createRandom } from './random.ts'

const dimensions = 64
const clusters = 6
const each = 60

function vectorsAround() {
  const random = createRandom(11)
  const noise = () => random() + random() + random() - 1.5
  const centres = Array.from({ length: clusters }, () => Float32Array.from({ length: dimensions }, noise))
  const all = Array.from({ length: clusters * each }, (_, index) =>
    centres[index % clusters]!.map((value) => value + 0.25 * noise()),
  )
  all[all.length - 1] = all[0]!.map((value, k) => value + (k === 3 ? 0.01 : 0))
  const values = new Float32Array(all.length * dimensions)
  for (const [index, vector] of all.entries()) {
    const length = Math.hypot(...vector)
    values.set(
      vector.map((value) => value / length),
      index * dimensions,
    )
  }
  return { count: all.length, dimensions, values }
}

test('R2.31 what is alike lies together on the map and in one group, always in the same way; near-duplicates are paired', () => {
  const vectors = vectorsAround()
  const parts: number[] = []
  const { positions, groups, middles, pairs } = compareVectors(vectors, (part) => parts.push(part))
  expect(parts).toEqual(parts.toSorted((one, other) => one - other))
  expect(parts.at(-1)).toBeCloseTo(1)
  expect(Math.max(...positions.map(Math.abs))).toBeCloseTo(1)

  const clusterOf = (index: number) => (index === vectors.count - 1 ? 0 : index % clusters)
  let alike = 0
  for (let point = 0; point < vectors.count; point++) {
    const distance = (other: number) =>
      Math.hypot(positions[point * 2]! - positions[other * 2]!, positions[point * 2 + 1]! - positions[other * 2 + 1]!)
    const nearest = Array.from({ length: vectors.count }, (_, other) => other)
      .filter((other) => other !== point)
      .toSorted((one, other) => distance(one) - distance(other))
      .slice(0, 5)
    alike += nearest.filter((other) => clusterOf(other) === clusterOf(point)).length
  }
  expect(alike / (vectors.count * 5)).toBeGreaterThan(0.97)

  const mixed = new Map<number, Set<number>>()
  for (const [index, group] of groups.entries()) mixed.set(group, (mixed.get(group) ?? new Set()).add(clusterOf(index)))
  expect([...mixed.values()].filter(({ size }) => size > 1)).toEqual([])
  expect([...middles].map((index) => groups[index])).toEqual([...middles.keys()])

  const closest = [...pairs.likeness.keys()].toSorted((one, other) => pairs.likeness[other]! - pairs.likeness[one]!)[0]!
  expect([pairs.one[closest], pairs.other[closest]].toSorted((one, other) => one! - other!)).toEqual([
    0,
    vectors.count - 1,
  ])
  expect(compareVectors(vectors, () => undefined).positions).toEqual(positions)
})

test.each([0, 1, 2, 3])('R2.31 %i images are compared as well', (count) => {
  const { values } = vectorsAround()
  const { positions, groups, pairs } = compareVectors(
    { count, dimensions, values: values.slice(0, count * dimensions) },
    () => undefined,
  )
  expect(positions).toHaveLength(count * 2)
  expect([...positions].every(Number.isFinite)).toBe(true)
  expect(groups).toHaveLength(count)
  expect(pairs.one.length).toBeLessThanOrEqual(count * 2)
})

test('R2.31 of duplicates the labeled, the fuller, the larger is kept; each image is in one group, and alike to the kept one', () => {
  const image = (number: number, checksum: string, more = {}) => {
    return {
      number,
      checksum,
      isLabeled: false,
      labels: 0,
      pixels: 100,
      path: `${number}.png`,
      split: 'train' as const,
      ...more,
    }
  }
  const candidates = [
    image(1, 'a'),
    image(2, 'a', { isLabeled: true }),
    image(3, 'b', { pixels: 900 }),
    image(4, 'c'),
    image(5, 'd'),
    image(6, 'd'),
  ]
  const pairs = {
    one: Uint32Array.of(0, 1),
    other: Uint32Array.of(1, 2),
    likeness: Float32Array.of(0.99, 0.995),
  }
  const grouped = (threshold: number) =>
    groupDuplicates(candidates, { checksums: ['a', 'b', 'c', 'd'], pairs }, threshold).map(({ kept, others }) => [
      kept.number,
      others.map((other) => [other.image.number, other.isExact]),
    ])
  expect(grouped(0.98)).toEqual([
    [
      2,
      [
        [1, true],
        [3, false],
      ],
    ],
    [5, [[6, true]]],
  ])
  expect(grouped(0.992)).toEqual([
    [2, [[1, true]]],
    [3, [[4, false]]],
    [5, [[6, true]]],
  ])
  expect(grouped(1)).toEqual([
    [2, [[1, true]]],
    [5, [[6, true]]],
  ])
})

test('R2.31 a group whose labeled images are in several splits leaks, and goes to where most of it is', () => {
  const image = (number: number, split: 'train' | 'validation' | 'test', isLabeled = true) => {
    return { number, checksum: 'a', isLabeled, labels: 0, pixels: 100, path: `${number}.png`, split }
  }
  const groupOf = (...[first, ...others]: ReturnType<typeof image>[]) => {
    return { kept: first!, others: others.map((other) => ({ image: other, likeness: 1, isExact: true })) }
  }
  const groups = [
    groupOf(image(1, 'train'), image(2, 'validation'), image(3, 'validation')),
    groupOf(image(4, 'train'), image(5, 'test')),
    groupOf(image(10, 'train'), image(11, 'validation', false)),
    groupOf(image(6, 'validation'), image(7, 'test')),
    groupOf(image(8, 'train'), image(9, 'train')),
  ]
  expect(leakageOf(groups)).toEqual({ groups: 3, validation: 2, test: 2 })
  expect([...movesOf(groups)]).toEqual([
    ['validation', [1, 7]],
    ['train', [5]],
  ])
})

test('R2.31 more images that look the same than are listed as the nearest of one are one group', () => {
  const count = 200
  const values = new Float32Array(count * 4).fill(0.5)
  const { pairs } = compareVectors({ count, dimensions: 4, values }, () => undefined)
  const checksums = Array.from({ length: count }, (_, index) => `c${index}`)
  const candidates = checksums.map((checksum, number) => ({
    number,
    checksum,
    isLabeled: number === 150,
    labels: 0,
    pixels: 1,
    path: `${number}.jpg`,
    split: 'train' as const,
  }))
  const groups = groupDuplicates(candidates, { checksums, pairs }, 0.98)
  expect(groups.map(({ kept, others }) => [kept.number, others.length])).toEqual([[150, count - 1]])
})
