import { describe, expect, test } from 'vitest'
import { processorTimeOf } from '../../../testing/processor-time.ts'
import { createNeedle, shownText } from './needle.ts'

function linesWith(query: string, log: string, matchCase = false): number[] {
  const lines: number[] = []
  createNeedle(query, matchCase).find(shownText(Buffer.from(log)), (line) => lines.push(line))
  return lines
}

describe('a text in a log', () => {
  test.each([
    ['loss', 'Loss 1\nnone\nLOSS loss\n', [0, 2]],
    ['轮', '第 1 轮\nepoch\n第 2 轮\n', [0, 2]],
    ['É', 'É\né\nã\n', [0]],
    ['loss 0.5', 'loss \u001B[32m0.5\u001B[0m\nloss \u001B]0;title\u00070.5\n', [0, 1]],
    ['50%', '10%\r50%\r90%\n50%\r\nx\r50%\n', [1, 2]],
    ['b', '', []],
    ['end', 'no\nan end', [1]],
  ])('%s is found as it is shown', (query, log, lines) => {
    expect(linesWith(query, log)).toEqual(lines)
  })

  test('case counts when it is to', () => {
    expect(linesWith('Loss', 'loss\nLoss\n', true)).toEqual([1])
  })

  test('a megabyte of unfinished sequences is gone through in no time', async () => {
    const time = await processorTimeOf(() => {
      expect(shownText(Buffer.from('\u001B]'.repeat(500_000)))).toBe('')
      expect(shownText(Buffer.from('\u001B[1'.repeat(300_000)))).toContain('1')
      expect(linesWith('b', 'a\r'.repeat(500_000))).toEqual([])
      // Each byte of these characters equals a lowercase Latin-1 letter.
      expect(linesWith('Ã', 'ム'.repeat(170_000))).toEqual([])
    })
    expect(time).toBeLessThan(2_000)
  })
})
