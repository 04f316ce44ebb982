import { expect, test } from 'vitest'
import { createAnchorSearch, logStart } from './anchor.ts'
import type { Anchor } from './anchor.ts'

function linesOf(count: number, { perSecond }: { perSecond: number }) {
  return Array.from({ length: count }, (_, line) => ({
    second: 1_000 + Math.floor(line / perSecond) - (line % 7 === 6 ? 1 : 0),
    text: `line ${line}\n`,
  }))
}

test('reading on from an anchor, as an engine finds its second, gives exactly what is missing', () => {
  const lines = linesOf(5_000, { perSecond: 40 })
  const full = lines.map(({ text }) => text).join('')
  const search = createAnchorSearch(logStart)
  const anchors: Anchor[] = []
  let written = 0
  for (const { second, text } of lines) {
    written += text.length
    const anchor = search(second, text.length)
    if (anchor === undefined) continue
    anchors.push(anchor)
    const request = lines.filter((line) => line.second >= anchor.second).map((line) => line.text)
    expect(full.slice(0, written) + request.join('').slice(written - anchor.bytes)).toBe(full)
  }
  expect(anchors.length).toBeGreaterThan(5)
})

test('a search that goes on from an anchor finds the same bytes as one from the start', () => {
  const lines = linesOf(4_000, { perSecond: 40 })
  const read = (from: Anchor) => {
    const search = createAnchorSearch(from)
    const request = lines.filter(({ second }) => second >= from.second)
    return request.flatMap(({ second, text }) => search(second, text.length) ?? [])
  }
  const bytesBefore = (second: number) =>
    lines.filter((line) => line.second < second).reduce((sum, line) => sum + line.text.length, 0)
  const [first = logStart] = read(logStart)
  const later = read(first)
  expect(later.length).toBeGreaterThan(3)
  for (const anchor of later) expect(anchor.bytes).toBe(bytesBefore(anchor.second))
})
