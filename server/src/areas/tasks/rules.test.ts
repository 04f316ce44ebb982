import { taskStatuses } from '@vermilion/contract/tasks'
import { expect, test } from 'vitest'
import { builtinImages } from './images/images.ts'
import { checkParameters, outcome, taskStatus } from './rules.ts'

const legal = [
  'queuing running',
  'queuing failed',
  'queuing stopped',
  'running success',
  'running failed',
  'running stopped',
]

test.each(taskStatuses.flatMap((from) => taskStatuses.map((to) => [from, to] as const)))(
  'R4.01 R4.12 a step from %s to %s is taken or refused by the table',
  (from, to) => {
    const step = () => taskStatus.check(from, to)
    if (legal.includes(`${from} ${to}`)) expect(step).not.toThrow()
    else expect(step).toThrow(`no step leads from ${from} to ${to}`)
  },
)

test('a run that ended after a stop was asked for is stopped, whatever its code', () => {
  const outcomes = [outcome(0, false), outcome(1, false), outcome(0, true), outcome(143, true)]
  expect(outcomes).toEqual(['success', 'failed', 'stopped', 'stopped'])
})

test('R5.02 parameters are filled with the defaults of the image, and each that does not fit is named', () => {
  const { parameters } = builtinImages['vermilion/starter-detector'] ?? { parameters: {} }
  expect(checkParameters(parameters, { epochs: 5 })).toMatchObject({ epochs: 5, inputSize: 128, width: 16, seed: 1 })
  const refused = (input: Record<string, string | number | boolean>) => {
    try {
      return checkParameters(parameters, input)
    } catch (error) {
      return Object.keys((error as { values: { fields: object } }).values.fields)
    }
  }
  expect(refused({ epochs: '5' })).toEqual(['parameters.epochs'])
  expect(refused({ epochs: 1_001, width: 7 })).toEqual(['parameters.epochs', 'parameters.width'])
  expect(refused({ inputSize: 100 })).toEqual(['parameters.inputSize'])
  expect(refused({ seed: Number.NaN })).toEqual(['parameters.seed'])
  expect(refused({ toString: 1, other: true })).toEqual(['parameters.toString', 'parameters.other'])
})
