import { expect, test } from 'vitest'
import { createLogLines, type LogAnswer } from './log-lines.ts'

const line = (text: string) => ({ text, size: text.length, from: 0, cut: false })
const answer = (from: number, texts: string[], total: number): LogAnswer => ({
  lines: texts.map(line),
  from,
  total,
  indexed: total * 10,
  size: total * 10,
  path: '/log',
})

test('R2.22 an answer that comes late fills in what it knows and is taken for no other log; a shorter log is another', async () => {
  const waiting: PromiseWithResolvers<LogAnswer>[] = []
  const lines = createLogLines({
    load() {
      const asked = Promise.withResolvers<LogAnswer>()
      waiting.push(asked)
      return asked.promise
    },
  })
  const { signal } = new AbortController()
  const looks = [lines.look(2, signal), lines.look(2, signal)]
  waiting[1]?.resolve(answer(8, ['i', 'k'], 10))
  await looks[1]
  waiting[0]?.resolve(answer(3, ['d', 'e'], 5))
  await looks[0]
  expect(lines.state().total).toBe(10)
  expect([3, 4, 8, 9].map((at) => lines.line(at)?.text)).toEqual(['d', 'e', 'i', 'k'])

  const third = lines.look(2, signal)
  waiting[2]?.resolve(answer(0, ['x'], 1))
  await third
  expect(lines.state().total).toBe(1)
  expect([0, 8].map((at) => lines.line(at)?.text)).toEqual(['x', undefined])
})
