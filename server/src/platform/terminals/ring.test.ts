import { expect, test } from 'vitest'
import { createRing } from './ring.ts'

test('R4.02 of an output the latest bytes are kept, each at its place', () => {
  const ring = createRing(100_000)
  let all = ''
  for (let part = 0; part < 400; part += 1) {
    const text = `${part}`.repeat(part % 97)
    all += text
    ring.append(Buffer.from(text))
    expect(ring.end()).toBe(all.length)
    const from = ring.start() + (part % 5)
    expect(ring.read(from, 1e9).toString()).toBe(all.slice(from))
  }
  ring.append(Buffer.from(`${'a'.repeat(150_000)}\nb`))
  expect(ring.read(ring.lineFrom(ring.end() - 10), 9).toString()).toBe('b')
})
