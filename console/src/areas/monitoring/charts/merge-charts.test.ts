import { expect, test } from 'vitest'
import type { TimeSeriesChart } from '#ui/chart/lines/time-series.ts'
import { mergeCharts } from './merge-charts.ts'

const format = (value: number | null) => String(value)
const chart = (key: string, top: number | null, ...lines: TimeSeriesChart['lines']): TimeSeriesChart => ({
  key,
  title: key,
  top,
  format,
  lines,
})

test('R2.34 the same figure of several hosts is one chart, at one time, with gaps where a host has nothing', () => {
  const { charts, times } = mergeCharts([
    {
      id: 'server',
      name: 'here',
      times: [10, 20, 30],
      charts: [
        chart('cpu', 1, { key: 'cpu', means: [0.1, null, 0.3], highest: [0.2, null, 0.4] }),
        chart('memory', 8, { key: 'memory', means: [1, 2, 3] }),
      ],
    },
    {
      id: 'device-1',
      name: 'there',
      times: [20, 30, 40],
      charts: [
        chart('cpu', 1, { key: 'cpu', means: [0.5, 0.6, 0.7] }),
        chart('memory', 4, { key: 'memory', means: [4, 5, 6] }),
        chart(
          'power',
          null,
          { key: 'a', name: 'No. 0', means: [1, 2, 3] },
          { key: 'b', name: 'No. 1', means: [4, 5, 6] },
        ),
      ],
    },
  ])
  expect(times).toEqual([10, 20, 30, 40])
  expect(charts.map(({ key, top }) => [key, top])).toEqual([
    ['cpu', 1],
    ['memory', null],
    ['power', null],
  ])
  expect(charts[0]?.lines).toEqual([
    { key: 'server cpu', name: 'here', means: [0.1, null, 0.3, null], peak: 0.4 },
    { key: 'device-1 cpu', name: 'there', means: [null, 0.5, 0.6, 0.7] },
  ])
  expect(charts[2]?.lines.map(({ name }) => name)).toEqual(['there · No. 0', 'there · No. 1'])
  expect(mergeCharts([], 8)).toEqual({ charts: [], times: [] })
})
