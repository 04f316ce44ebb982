import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'
import { cellsTouched } from '../selection/rectangle.ts'

test('R3.05 a table is written as every spreadsheet reads it, and no text of it becomes a formula', () => {
  const rows = [
    ['类别', 'count, all', 'say "hi"'],
    ['=SUM(A1)', -3, null],
    ['@cmd', 0.5, 'two\nlines'],
    ['+1', Number.NaN, '\tx'],
    [],
  ]
  expect(csvOf(rows)).toBe(
    '类别,"count, all","say ""hi"""\r\n\'=SUM(A1),-3,\r\n\'@cmd,0.5,"two\nlines"\r\n\'+1,,\'\tx\r\n\r\n',
  )
  expect(csvOf([['-']])).toBe("'-\r\n")
})

test('a rectangle touches the cells that it overlaps, and none for the gaps between them', () => {
  const shape = { columns: 3, cellWidth: 100, cellHeight: 80, gap: 10, count: 8 }
  const touched = (...[x1, y1, x2, y2]: [number, number, number, number]) =>
    cellsTouched({ x: x1, y: y1 }, { x: x2, y: y2 }, shape)
  expect(touched(10, 10, 20, 20)).toEqual([0])
  expect(touched(101, 10, 109, 60)).toEqual([])
  expect(touched(50, 40, 115, 95)).toEqual([0, 1, 3, 4])
  expect(touched(115, 95, 50, 40)).toEqual([0, 1, 3, 4])
  expect(touched(-50, 171, 900, 900)).toEqual([6, 7])
  expect(touched(-50, -50, -10, -10)).toEqual([])
})
