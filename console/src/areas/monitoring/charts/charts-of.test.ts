import type { Host, HostHistory } from '@vermilion/contract/monitoring/hosts'
import { expect, test } from 'vitest'
import { peakOf } from '#ui/chart/lines/time-series.ts'
import { computeCharts, networkCharts } from './charts-of.ts'

const historyOf = (names: readonly string[]): HostHistory => ({
  from: '2026-01-01T00:00:00.000Z',
  step: 20,
  jumps: [],
  series: names.map((name) => ({ name, means: [1, 2], highest: [1, 2] })),
})

const titlesOf = (interfaces: readonly string[]) => {
  const ofInterfaces = interfaces.flatMap((name) => [`interface/${name}/received`, `interface/${name}/sent`])
  const history = historyOf(['network/received', 'network/sent', ...ofInterfaces])
  return networkCharts({} as Host, history, 'en-US').map(({ title }) => title)
}

test('what goes through the only interface is drawn once; several have a chart each beside that of all', () => {
  expect(titlesOf(['eth0'])).toEqual(['Network'])
  expect(titlesOf(['eth0', 'wlan0'])).toEqual(['All interfaces', 'eth0', 'wlan0'])
})

test('a line knows the highest of what it stands for, also where that is not drawn', () => {
  const series = [
    { name: 'load', means: [1, 2], highest: [3, 9] },
    { name: 'accelerator/0/power', means: [100, 120], highest: [null, 300] },
  ]
  const host = { memory: {}, disk: {}, swap: {} } as Host
  const charts = computeCharts(host, { ...historyOf([]), series }, 'en-US')
  expect(charts.map(({ key, lines }) => [key, lines.map(peakOf)])).toEqual([
    ['load', [9]],
    ['power', [300]],
  ])
  expect(charts.flatMap(({ lines }) => lines.map(({ highest }) => highest !== undefined))).toEqual([true, false])
})

test('figures of a column have equal decimals, rounded once', () => {
  const history = historyOf(['network/received'])
  const [chart] = networkCharts({} as Host, history, 'en-US')
  expect([1024 * 48.24, 1024 * 132].map((value) => chart?.formatCell?.(value))).toEqual(['48.2 KiB/s', '132.0 KiB/s'])
})
