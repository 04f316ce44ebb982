import { expect, test } from 'vitest'
import {
  gridTrials,
  listedValues,
  problemOf,
  proposeSpace,
  spaceAround,
  sweepBodyOf,
  usualSweep,
} from './sweep-values.ts'

const number = { kind: 'number', label: { en: 'a', zh: 'a' } } as const
const parameters = {
  epochs: { ...number, kind: 'integer', default: 20, minimum: 1, maximum: 100 },
  learningRate: { ...number, default: 0.01, minimum: 0.0001, maximum: 0.05 },
  seed: { ...number, kind: 'integer', default: 1, minimum: 0, maximum: 100 },
} as const

test('a sweep is proposed over the learning rate, around its usual value and inside its limits', () => {
  expect(proposeSpace(parameters)).toMatchObject([
    { parameter: 'learningRate', kind: 'range', minimum: 0.0001, maximum: 0.05 },
  ])
  const wide = { learningRate: { ...parameters.learningRate, maximum: 1 } }
  expect(proposeSpace(wide)).toMatchObject([{ kind: 'logarithmic', minimum: 0.001, maximum: 0.1 }])
  expect(proposeSpace({})).toEqual([])
})

test('typed values are read, and what does not fit is told', () => {
  expect(listedValues('0.1, 0.2;1e-3  4')).toEqual([0.1, 0.2, 0.001, 4])
  expect(['', '1, a'].map(listedValues)).toEqual([null, null])
  const row = spaceAround('epochs', parameters)
  const problems = [
    {},
    { minimum: 0 },
    { minimum: 100 },
    { kind: 'list', values: '1 200' },
    { kind: 'list', values: '' },
  ]
  expect(problems.map((change) => problemOf({ ...row, ...change } as typeof row, parameters))).toEqual([
    null,
    'limits',
    'order',
    'limits',
    'values',
  ])
  const zero = { ...row, parameter: 'seed', kind: 'logarithmic', minimum: 0 } as const
  expect(problemOf(zero, parameters)).toBe('zero')
  expect(problemOf({ ...row, parameter: 'other' }, parameters)).toBe('missing')
})

test('the size of a grid is known while it is typed, and only the fields of its kind are sent', () => {
  const rows = [
    { ...spaceAround('epochs', parameters), gridPoints: 4 },
    { ...spaceAround('seed', parameters), kind: 'list', values: '1 2 2' } as const,
  ]
  expect(gridTrials(rows, parameters)).toBe(8)
  expect(gridTrials([], parameters)).toBeNull()
  const task = { name: 'night', image: 'starter', dataSources: [] }
  const sweep = { method: 'grid', space: rows, stopRule: 'median', count: 5, metric: ' mAP50 ' } as const
  expect(sweepBodyOf('sweep', { ...sweep, space: [...rows] }, task)).toMatchObject({
    name: 'night',
    method: 'grid',
    space: { epochs: { kind: 'range', gridPoints: 4 }, seed: { kind: 'list', values: [1, 2, 2] } },
    stopRule: { kind: 'median', graceSteps: usualSweep.graceSteps, minTrials: usualSweep.minTrials },
    metric: 'mAP50',
    direction: null,
  })
  const seeds = sweepBodyOf('seeds', { ...sweep, space: [...rows] }, task)
  expect(seeds).toMatchObject({ method: 'seeds', space: {}, stopRule: { kind: 'none' }, count: 5, seed: 1 })
})
