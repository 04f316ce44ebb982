import { expect, test } from 'vitest'
import { estimateRequestOf, type TypedExtent } from './estimate-request.ts'

const typed: TypedExtent = { workflow: 'renderer', width: 512, height: 512, count: 60, byProducts: ['depth'] }
const nothing: TypedExtent = {
  workflow: undefined,
  width: undefined,
  height: undefined,
  count: undefined,
  byProducts: undefined,
}

test('R3.09 a generation is estimated once its form could be sent, and not before', () => {
  expect(estimateRequestOf(typed)).toEqual(typed)
  expect(estimateRequestOf({ ...typed, byProducts: undefined })).toEqual({ ...typed, byProducts: [] })
  expect(estimateRequestOf(nothing)).toBeNull()
  for (const wrong of [{ count: null }, { count: 0 }, { count: NaN }, { width: 1.5 }, { workflow: '' }])
    expect(estimateRequestOf({ ...typed, ...wrong })).toBeNull()
})
