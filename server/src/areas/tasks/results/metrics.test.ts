import { expect, test } from 'vitest'
import { parseMetrics } from './metrics.ts'

test('results.csv is read as the trainers of the field write it', () => {
  const text =
    '                  epoch,      train/box_loss, "metrics/mAP50(B)"\r\n   1,  1.5,\r\n   2,  1.25e-1, 0.5\r\n'
  expect(parseMetrics(text)).toEqual({
    columns: ['epoch', 'train/box_loss', 'metrics/mAP50(B)'],
    rows: [
      [1, 1.5, null],
      [2, 0.125, 0.5],
    ],
  })
})

test('a line that is still being written waits, and a cell that is no number is empty', () => {
  expect(parseMetrics('epoch,loss\n1,nan\n2,0.')).toEqual({ columns: ['epoch', 'loss'], rows: [[1, null]] })
  expect(parseMetrics('epoch,lo')).toEqual({ columns: [], rows: [] })
  expect(parseMetrics('')).toEqual({ columns: [], rows: [] })
})

test('a training that was continued writes epochs again: the later row counts', () => {
  expect(parseMetrics('epoch,loss\n1,3\n2,2\nepoch,loss\n2,1\n3,0.5\n').rows).toEqual([
    [1, 3],
    [2, 1],
    [3, 0.5],
  ])
})
