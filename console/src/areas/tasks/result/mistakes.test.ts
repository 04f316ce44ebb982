import { expect, test } from 'vitest'
import { mistakesOf } from './mistakes.ts'

test('R2.22 what a model gets wrong is told, the most frequent first, and what is right is no mistake', () => {
  const labels = ['dirt', 'animal', 'background']
  const matrix = [
    [21, 2, 12],
    [5, 13, 0],
    [3, 0, 0],
  ]
  expect(mistakesOf({ labels, matrix })).toEqual([
    { kind: 'invented', found: 'dirt', real: 'background', count: 12 },
    { kind: 'mixed', found: 'animal', real: 'dirt', count: 5 },
    { kind: 'missed', found: 'background', real: 'dirt', count: 3 },
    { kind: 'mixed', found: 'dirt', real: 'animal', count: 2 },
  ])
  expect(
    mistakesOf({
      labels: ['a', 'b'],
      matrix: [
        [3, 0],
        [0, 4],
      ],
    }),
  ).toEqual([])
})
