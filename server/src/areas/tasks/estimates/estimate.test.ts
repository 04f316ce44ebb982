import { trainingPresetsOf } from '@vermilion/contract/tasks/presets'
import { expect, test } from 'vitest'
import { writeJson } from '#platform/database/columns'
import { builtinImages } from '../images/images.ts'
import { estimate, type PastTask, workOf } from './estimate.ts'

const starter = builtinImages['vermilion/starter-detector']!
const usual = Object.fromEntries(Object.entries(starter.parameters).map(([name, { default: value }]) => [name, value]))

const pastTask = (seconds: number, parameters: Record<string, number>, imageCount: number | null): PastTask => ({
  parameters: writeJson({ ...usual, ...parameters }),
  imageCount,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: new Date(Date.parse('2026-01-01T00:00:00.000Z') + seconds * 1_000).toISOString(),
})

test('R3.02 a training is estimated by those that were about as much work; none before, no estimate', () => {
  const presets = trainingPresetsOf({ parameters: { ...starter.parameters } })
  expect(presets).toEqual([
    { preset: 'quick', values: { epochs: 20 } },
    { preset: 'balanced', values: { epochs: 60 } },
    { preset: 'thorough', values: { epochs: 180 } },
  ])
  const choices = presets.map(({ values }) => ({ ...usual, ...values }))
  const request = { image: 'any', pool: 'local', imageCount: 200, choices }
  expect(estimate([], request)).toEqual({ seconds: [null, null, null], tasks: 0 })
  // The image count is unknown.
  expect(estimate([pastTask(60, {}, null)], request)).toEqual({ seconds: [null, null, null], tasks: 0 })
  expect(estimate([pastTask(60, { epochs: 60 }, 100)], request)).toEqual({ seconds: [40, 120, 360], tasks: 1 })
  expect(estimate([pastTask(400, { inputSize: 256 }, 200)], request).seconds[1]).toBe(100)
  expect(estimate([pastTask(60, {}, 100)], { ...request, imageCount: 0 }).seconds).toEqual([null, null, null])
})

test('tasks in tiles and tasks without are not taken for one another', () => {
  const request = {
    image: 'any',
    pool: 'local',
    imageCount: 200,
    choices: [{}, { tileOverlap: 0.2 }, { tileOverlap: 0.5 }],
  }
  const past = [pastTask(60, {}, 200), pastTask(600, { tileOverlap: 0.2 }, 200)].map((task) => ({
    ...task,
    parameters: writeJson({ tileOverlap: JSON.parse(task.parameters).tileOverlap ?? 0 }),
  }))
  expect(estimate(past, request).seconds).toEqual([60, 600, null])
})

test('R3.02 a training that is told its steps takes as many whatever it reads', () => {
  expect(workOf({ steps: 400, batch: 8 }, 10)).toBe(workOf({ steps: 400, batch: 8 }, 90))
  expect(trainingPresetsOf({ parameters: { speed: { ...starter.parameters['width']! } } })).toEqual([])
})
