import { imageCreate } from '@vermilion/contract/tasks/training-images'
import { expect, test } from 'vitest'
import {
  imageOf,
  nameOfAddress,
  newImage,
  newParameter,
  parameterProblem,
  type TypedParameter,
  typedOf,
} from './form-values.ts'

const epochs: TypedParameter = { ...newParameter, name: 'epochs', en: 'Epochs', default: 3, minimum: 1, maximum: 9 }
const draft = {
  ...newImage,
  name: 'team/trainer',
  address: 'registry.example/team/trainer:1',
  framework: 'PyTorch',
  command: '/bin/sh -c \'train "$@"\' sh {parameters}',
}

test('R2.21 what is typed of an image is what the server takes, and comes back as it was typed', () => {
  const sent = imageOf({ ...draft, parameters: [epochs] })
  expect(imageCreate.parse(sent)).toMatchObject({
    title: 'team/trainer',
    command: ['/bin/sh', '-c', 'train "$@"', 'sh', '{parameters}'],
    parameters: { epochs: { label: { en: 'Epochs', zh: 'Epochs' }, default: 3 } },
  })
  const image = imageCreate.parse(sent)
  const displayed = typedOf({
    ...image,
    title: { en: 'team/trainer', zh: 'team/trainer' },
    id: '1',
    taskKind: 'training',
    generates: false,
    executors: ['container'],
    check: null,
  })
  expect(imageOf(displayed)).toEqual(sent)
})

test('without parameters a command has no place for them', () => {
  expect(imageOf(draft).command).toEqual(['/bin/sh', '-c', 'train "$@"', 'sh'])
})

test('a parameter that does not fit is told by its row', () => {
  expect(parameterProblem([epochs])).toBeNull()
  expect(parameterProblem([epochs, { ...epochs, name: 'Batch size' }])).toEqual({ problem: 'name', row: 2 })
  expect(parameterProblem([epochs, epochs])).toEqual({ problem: 'twice', row: 2 })
  expect(parameterProblem([{ ...epochs, maximum: null }])).toEqual({ problem: 'number', row: 1 })
  expect(parameterProblem([{ ...epochs, default: 10 }])).toEqual({ problem: 'ends', row: 1 })
})

test('R2.21 the name proposed for an image is its repository, without registry, tag and digest', () => {
  expect(nameOfAddress('registry.example/team/trainer:1.2')).toBe('team/trainer')
  expect(nameOfAddress('localhost:5000/trainer@sha256:00')).toBe('trainer')
  expect(nameOfAddress('team/trainer')).toBe('team/trainer')
  expect(nameOfAddress('vermilion/own')).toBe('own')
  expect(nameOfAddress('')).toBe('')
})
