import { label as labelSchema } from '@vermilion/contract/labels/dataset-labels'
import { expect, test } from 'vitest'
import { checkMapping, targetOf } from './targets.ts'

const label = (name: string, leaving = false) =>
  labelSchema.parse({ id: `id-${name}`, name, colour: '#ff0000', index: 0, shortcut: null, attributes: [], leaving })
const labels = [label('cat'), label('dog', true)]

test('a class goes to the label of its name, to none that is being deleted, and where it is told', () => {
  expect(targetOf({ name: 'cat', colour: null }, {}, labels)).toBe('id-cat')
  expect(targetOf({ name: 'dog', colour: '#00ff00' }, {}, labels)).toEqual({ create: 'dog', colour: '#00ff00' })
  expect(targetOf({ name: 'cat', colour: null }, { cat: null }, labels)).toBeNull()
})

test('nothing is mapped to a label that is being deleted, or that is not there', () => {
  expect(() => checkMapping({ a: 'id-cat', b: { create: 'bird' }, c: null }, labels)).not.toThrow()
  for (const id of ['id-dog', 'id-bird'])
    expect(() => checkMapping({ a: id }, labels)).toThrow('dataset.label-not-found')
})
