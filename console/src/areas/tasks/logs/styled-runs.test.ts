import { describe, expect, test } from 'vitest'
import { levelOf } from './level.ts'
import { markRuns, patternOf, styledRuns, textOf } from './styled-runs.ts'

const displayed = (text: string) => textOf(styledRuns(text))

describe('R2.22 a line of a log', () => {
  test.each([
    ['plain text, 中文 and 🦅', 'plain text, 中文 and 🦅'],
    ['', ''],
    ['10%\r50%\r100%', '100%'],
    ['downloading 100 MB\rdone', 'doneloading 100 MB'],
    ['downloading 100 MB\r\u001B[Kdone', 'done'],
    ['downloading\u001B[2K\rdone', 'done'],
    ['abc\b\bX', 'aXc'],
    ['🦅🦅\rx', 'x🦅'],
    ['\u001B[5Gx\u001B[2Dy', '   yx'],
    ['a\u001B[1A\u001B[?25lb', 'ab'],
    ['\u001B]8;;https://example.org\u0007link\u001B]8;;\u001B\\', 'link'],
    ['\0\u0007\u001B', '\u2400\u2407\u241B'],
    ['\u0085\u007F', '\uFFFD\u2421'],
    ['tab\tstays', 'tab\tstays'],
  ])('%j is shown as a terminal shows it', (text, expected) => {
    expect(displayed(text)).toBe(expected)
  })

  test('colours become styles, and only numbers of them', () => {
    expect(styledRuns('\u001B[1;31mred\u001B[22m thin\u001B[0m \u001B[38;5;196m\u001B[48;2;1;2;999mown')).toEqual([
      { text: 'red', style: { bold: true, text: 1 } },
      { text: ' thin', style: { text: 1 } },
      { text: ' ', style: {} },
      { text: 'own', style: { text: 'rgb(255 0 0)', ground: 'rgb(1 2 255)' } },
    ])
    expect(styledRuns('\u001B[97;100;7mx\u001B[39;49;27my')).toEqual([
      { text: 'x', style: { text: 15, ground: 8, inverse: true } },
      { text: 'y', style: {} },
    ])
    expect(styledRuns('\u001B[38;5;evilmx')).toEqual([{ text: 'vilmx', style: {} }])
  })

  test('a cursor that is sent far away costs nothing', () => {
    expect(displayed('\u001B[999999999Cx').length).toBeLessThan(5_000)
    expect(displayed('\u001B[4000C'.repeat(1_000) + 'x').length).toBeLessThan(5_000)
  })

  test('what is searched is marked across colours', () => {
    const runs = styledRuns('lo\u001B[31mss 0.5\u001B[0m, Loss')
    expect(markRuns(runs, patternOf('loss', false)).map(({ text, marked }) => [text, marked])).toEqual([
      ['lo', true],
      ['ss', true],
      [' 0.5', false],
      [', ', false],
      ['Loss', true],
    ])
    expect(markRuns(runs, patternOf('loss 0.5', true)).filter(({ marked }) => marked)).toHaveLength(2)
    expect(markRuns(runs, patternOf('.', false)).filter(({ marked }) => marked)).toHaveLength(1)
  })

  test.each([
    ['2026-01-01 ERROR out of memory', 'error'],
    ['RuntimeError: CUDA out of memory', 'error'],
    ['UserWarning: lr_scheduler', 'warning'],
    ['[INFO] epoch 1', 'info'],
    ['level=debug step=1', 'debug'],
    ['epoch 1/60 loss 0.5 no errors', null],
    ['information', null],
  ])('%s is of level %s', (text, level) => {
    expect(levelOf(text)).toBe(level)
  })
})
