import type { Scorer } from '@vermilion/contract/data-evaluations/scorers'
import { expect, test } from 'vitest'
import { costRequestOf, type TypedSoFar } from './form-values.ts'

const scorer = (id: string, needsStandard: boolean): Scorer => ({
  id,
  kind: needsStandard ? 'chat' : 'statistics',
  name: id,
  model: null,
  measure: null,
  needsStandard,
})
const scorers = [scorer('image-statistics', false), scorer('chat:judge', true)]
const typed: TypedSoFar = { folder: 'floors', models: ['image-statistics'], standardId: 'realism' }
const nothing: TypedSoFar = { folder: undefined, models: undefined, standardId: undefined }
const loaded = { files: undefined, scorers }
const filter = { folder: 'floors', recursive: true, kind: 'image' as const }

test('R3.10 no cost is asked for while the form is being built, or could not be sent', () => {
  expect(costRequestOf(nothing, loaded)).toBeNull()
  expect(costRequestOf(nothing, { files: undefined, scorers: undefined })).toBeNull()
  expect(costRequestOf(typed, { files: undefined, scorers: undefined })).toBeNull()
  expect(costRequestOf({ ...typed, models: [] }, loaded)).toBeNull()
  expect(costRequestOf({ ...typed, models: ['chat:judge'], standardId: undefined }, loaded)).toBeNull()
})

test('R3.10 the cost is asked by what it depends on alone', () => {
  // A standard that no model uses is left out.
  expect(costRequestOf(typed, loaded)).toEqual({
    selection: { filter },
    models: ['image-statistics'],
    standardId: null,
  })
  const both = costRequestOf({ ...typed, models: ['image-statistics', 'chat:judge'] }, loaded)
  expect(both).toMatchObject({ models: ['chat:judge', 'image-statistics'], standardId: 'realism' })
  expect(costRequestOf({ ...typed, models: ['chat:judge', 'image-statistics'] }, loaded)).toEqual(both)
  // The folder field may not be mounted yet, and is absent for chosen files.
  const allImages = { filter: { ...filter, folder: '' } }
  expect(costRequestOf({ ...typed, folder: undefined }, loaded)).toMatchObject({ selection: allImages })
  const files = { selection: { fileIds: ['one'] } }
  expect(costRequestOf({ ...typed, folder: undefined }, { files, scorers })).toMatchObject(files)
})
