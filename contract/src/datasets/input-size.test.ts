import { expect, test } from 'vitest'
import { inputSizeFor } from './input-size.ts'

const label = { en: 'Input size', zh: '输入尺寸' }
const definition = { kind: 'integer', label, default: 640, minimum: 32, maximum: 2_048, step: 32 } as const
const cell = (column: number, row: number, shapes: number) => ({
  cell: row * 8 + column,
  column,
  row,
  shapes,
  images: 1,
})

test('the input size is that at which nine of ten objects have sixteen pixels', () => {
  expect(inputSizeFor([], definition)).toBeNull()
  // Objects of a tenth of the image are large enough at the usual size.
  expect(inputSizeFor([cell(4, 4, 100)], definition)).toBeNull()
  const small = [cell(1, 4, 20), cell(4, 4, 80)]
  expect(inputSizeFor(small, definition)).toEqual({ inputSize: 1_152, side: expect.closeTo(0.0141, 3) })
  expect(inputSizeFor(small, { ...definition, maximum: 960 })?.inputSize).toBe(960)
  // Fewer than a tenth are passed over.
  expect(inputSizeFor([cell(1, 4, 5), cell(4, 4, 95)], definition)).toBeNull()
  expect(inputSizeFor([cell(0, 0, 1)], definition)?.inputSize).toBe(2_048)
})
