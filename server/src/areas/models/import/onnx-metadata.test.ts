import { expect, test } from 'vitest'
import { readOnnxMetadata } from './onnx-metadata.ts'

const text = (value: string) => [...new TextEncoder().encode(value)]
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
const message = (field: number, content: number[]) => [...varint(field * 8 + 2), ...varint(content.length), ...content]
const entry = (key: string, value: string) => message(14, [...message(1, text(key)), ...message(2, text(value))])

test('metadata is read out of a model, whatever else the file holds', () => {
  const version = [1 * 8, ...varint(9)]
  const fixed = [10 * 8 + 5, 1, 2, 3, 4, 11 * 8 + 1, 1, 2, 3, 4, 5, 6, 7, 8]
  const graph = message(
    7,
    Array.from({ length: 1_000 }, (_, index) => index % 256),
  )
  const long = '朱雀'.repeat(100)
  const bytes = Uint8Array.from([...version, ...graph, ...entry('names', long), ...fixed, ...entry('empty', '')])
  expect(readOnnxMetadata(bytes)).toEqual({ names: long, empty: '' })
  expect(readOnnxMetadata(new Uint8Array())).toEqual({})
})

test('bytes that are no model are refused', () => {
  const torn = Uint8Array.from(entry('key', 'value')).subarray(0, -3)
  const endless = new Uint8Array(40).fill(0xff)
  for (const bytes of [torn, endless, Uint8Array.from([3])]) expect(() => readOnnxMetadata(bytes)).toThrow(RangeError)
})
