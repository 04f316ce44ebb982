import { expect, test } from 'vitest'
import { createLogLines, type LogAnswer } from './log-lines.ts'

const line = (text: string) => ({ text, size: text.length, from: 0, cut: false })
const answerOf = (from: number, texts: string[], total: number): LogAnswer => ({
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
      const request = Promise.withResolvers<LogAnswer>()
      waiting.push(request)
      return request.promise
    },
  })
  const { signal } = new AbortController()
  const looks = [lines.poll(2, signal), lines.poll(2, signal)]
  waiting[1]?.resolve(answerOf(8, ['i', 'k'], 10))
  await looks[1]
  waiting[0]?.resolve(answerOf(3, ['d', 'e'], 5))
  await looks[0]
  expect(lines.state().total).toBe(10)
  // Its last line was incomplete then.
  expect([3, 4, 8, 9].map((at) => lines.line(at)?.text)).toEqual(['d', undefined, 'i', 'k'])

  const third = lines.poll(2, signal)
  waiting[2]?.resolve(answerOf(0, ['x'], 1))
  await third
  expect(lines.state().total).toBe(1)
  expect([0, 8].map((at) => lines.line(at)?.text)).toEqual(['x', undefined])
})

test('R2.22 a last line that a late answer tells of is asked for again, and shown as it ended', async () => {
  const waiting: { from: number; answer: PromiseWithResolvers<LogAnswer> }[] = []
  const lines = createLogLines({
    load(from) {
      const request = { from, answer: Promise.withResolvers<LogAnswer>() }
      waiting.push(request)
      return request.answer.promise
    },
  })
  const { signal } = new AbortController()
  const looking = lines.poll(0, signal)
  waiting[0]?.answer.resolve(answerOf(4, [], 4))
  await looking
  expect(waiting[1]?.from).toBe(0)
  const later = lines.poll(0, signal)
  waiting[2]?.answer.resolve(answerOf(4, [], 4))
  await later
  waiting[1]?.answer.resolve(answerOf(0, ['a', 'b', 'c', '50 %'], 4))
  await expect.poll(() => waiting[3]?.from).toBe(3)
  waiting[3]?.answer.resolve(answerOf(3, ['100 %'], 4))
  await expect.poll(() => lines.line(3)?.text).toBe('100 %')
  expect([0, 1, 2].map((at) => lines.line(at)?.text)).toEqual(['a', 'b', 'c'])
})
