import type { AutoLabelRun } from '@vermilion/contract/auto-label'
import { expect, test } from 'vitest'
import { runSpeed } from './run-speed.ts'

const kinds = { model: 'model', assist: 'assist', chat: 'chat' } as const

function run(id: string, done: number, seconds: number, overlap?: number): Parameters<typeof runSpeed>[0][number] {
  const kind: AutoLabelRun['labeller']['kind'] = kinds[id.split(':')[0] as keyof typeof kinds]
  const tiles = overlap === undefined ? null : { overlap, hasFullPicture: true }
  const startedAt = '2026-01-01T00:00:00.000Z'
  const endedAt = new Date(Date.parse(startedAt) + seconds * 1_000).toISOString()
  return { labeller: { id, kind, name: id }, tiles, done, startedAt, endedAt }
}

test('the runs of the chosen model say how fast it is, by the images that they looked at', () => {
  const runs = [run('model:a', 30, 10), run('model:a', 10, 10), run('model:b', 500, 1)]
  expect(runSpeed(runs, 'model:a', null)).toEqual({ imagesPerSecond: 2, runs: 2 })
})

test('an own model without runs is taken to be as fast as other own models', () => {
  expect(runSpeed([run('model:b', 40, 10), run('assist:c', 1, 10)], 'model:a', null)).toEqual({
    imagesPerSecond: 4,
    runs: 1,
  })
})

test.each(['assist:a', 'chat:a'])('of %s nothing is said before it has run', (id) => {
  expect(runSpeed([run('model:b', 40, 10), run('assist:b', 1, 10)], id, null)).toBeUndefined()
})

test('runs that looked at no image, or that took no time, say nothing', () => {
  expect(runSpeed([run('model:a', 0, 10), run('model:a', 5, 0)], 'model:a', null)).toBeUndefined()
})

test('runs in tiles and runs without are not taken for one another', () => {
  const runs = [run('model:a', 100, 10), run('model:a', 10, 10, 0.2)]
  expect(runSpeed(runs, 'model:a', null)?.imagesPerSecond).toBe(10)
  expect(runSpeed(runs, 'model:a', { overlap: 0.2, hasFullPicture: true })?.imagesPerSecond).toBe(1)
  expect(runSpeed(runs, 'model:a', { overlap: 0.5, hasFullPicture: true })).toBeUndefined()
})
