import type { Host, HostHistory } from '@vermilion/contract/monitoring/hosts'
import { expect, test } from 'vitest'
import { networkCharts } from './charts-of.ts'

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
