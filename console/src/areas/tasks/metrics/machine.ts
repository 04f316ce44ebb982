import { useMemo } from 'react'
import { useText } from '#lib/i18n.ts'
import type { ChartCurve } from './groups.ts'
import type { machineCharts } from './machine-charts.ts'
import { text } from './text.ts'

const charts = {
  cpu: 'machineCpu',
  memory: 'machineMemory',
  disk: 'machineDisk',
  network: 'machineNetwork',
  'machine-network': 'machineWhole',
  'accelerator-utilization': 'machineAccelerators',
  'accelerator-memory': 'machineAcceleratorMemory',
} as const satisfies Record<(typeof machineCharts)[number], string>
const curves = {
  read: 'machineRead',
  written: 'machineWritten',
  received: 'machineReceived',
  sent: 'machineSent',
} as const

const has = <Words extends object>(text: Words, name: string | undefined): name is keyof Words & string =>
  name !== undefined && Object.hasOwn(text, name)

export function useMachineNames() {
  const t = useText(text)
  return useMemo(() => {
    const curveOf = (name: string) => (has(curves, name) ? t(curves[name]) : name)
    /** The unit of a chart with one curve is in its title. */
    const chartOf = (name: string) =>
      has(charts, name) ? t(charts[name]).replace(/\s*[(（][^()（）]*[)）]$/, '') : name
    return {
      title(title: string): string {
        const [, chart, ...rest] = title.split('/')
        if (!has(charts, chart)) return title
        return [t(charts[chart]), ...rest.map(curveOf)].join(' · ')
      },
      curves: (visible: readonly ChartCurve[]): ChartCurve[] =>
        visible.map((curve) => {
          const [chart = '', ...rest] = curve.text.replace(/^system\//, '').split('/')
          const label = rest.length === 0 ? curveOf(chartOf(chart)) : [chartOf(chart), ...rest.map(curveOf)].join(' · ')
          return { ...curve, text: label, tooltip: curve.name }
        }),
    }
  }, [t])
}
