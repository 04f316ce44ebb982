import { expect, test } from 'vitest'
import { createReader } from './pod-log.ts'

const at = (second: number, nanosecond = 0) =>
  `2026-01-01T00:00:${String(second).padStart(2, '0')}.${String(nanosecond).padStart(9, '0')}Z`
const start = { stamp: '', bytes: 0 }

/** Reads a stream cut into pieces of each length. */
function read(stream: string, anchor = start, copied = 0, length = stream.length): string {
  const reader = createReader(anchor, copied)
  const missing: Buffer[] = []
  const bytes = Buffer.from(stream)
  for (let from = 0; from < bytes.length; from += length)
    missing.push(...reader.read(bytes.subarray(from, from + length)).missing.map((piece) => Buffer.from(piece)))
  missing.push(...reader.finish().missing)
  return Buffer.concat(missing).toString()
}

test('time stamps are taken away, wherever a stream is cut', () => {
  const stream = `${at(1)} one\n${at(2)} \n${at(3)} 2026 is no stamp\n${at(4)} the rest`
  for (let length = 1; length <= stream.length; length += 1)
    expect(read(stream, start, 0, length)).toBe('one\n\n2026 is no stamp\nthe rest')
})

test('a read goes on within the line of its anchor, and after lines that came out of order', () => {
  const stream = `${at(4, 9)} early\n${at(5, 3)} later\n${at(5, 2)} anchor\n${at(6)} new\n`
  const anchor = { stamp: at(5, 2), bytes: 100 }
  expect(read(stream, anchor, 0)).toBe('anchor\nnew\n')
  expect(read(stream, anchor, 3)).toBe('hor\nnew\n')
  expect(read(stream, anchor, 7)).toBe('new\n')
  expect(read(stream, anchor, 9)).toBe('w\n')
})

test('what began before the second that is asked for has another stamp, and is not read again', () => {
  const long = `${at(5, 1)} end of a long line\n${at(5, 2)} anchor\n`
  expect(read(long, { stamp: at(5, 2), bytes: 0 }, 7)).toBe('')
})

test('after a rotation all lines are new', () => {
  const anchor = { stamp: at(5), bytes: 0 }
  expect(read(`${at(9)} after\n${at(9, 1)} more\n`, anchor, 20)).toBe('after\nmore\n')
  expect(read(`${at(5, 1)} after\n`, anchor, 20)).toBe('after\n')
})

test('anchors are beginnings of lines, with the bytes before', () => {
  const reader = createReader(start, 0)
  expect(reader.read(Buffer.from(`${at(1)} one\n`)).settled).toEqual({ stamp: at(1), bytes: 0 })
  expect(reader.read(Buffer.from(`${at(9)} two\n`)).settled).toBeUndefined()
  expect(reader.read(Buffer.from(`${at(11)} four\n${at(11)} same\n`)).settled).toEqual({ stamp: at(11), bytes: 8 })
})

test('words of the kubelet are no line of the log', () => {
  expect(() => read('unable to retrieve container logs for containerd://1234\n')).toThrow('unable to retrieve')
  expect(() => read(`${at(1)} one\nrpc error: code = NotFound desc = an error occurred\n`)).toThrow('rpc error')
})
