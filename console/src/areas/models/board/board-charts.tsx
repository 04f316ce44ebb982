import type { BoardInference } from '@vermilion/contract/board-inferences'
import { useText } from '#lib/i18n.ts'
import { ChartPanel } from '#ui/chart/chart-panel.tsx'
import { LineChart } from '#ui/chart/line-chart.tsx'
import { Panel } from '#ui/page/page.tsx'
import styles from './board.module.css'
import { boardText } from './text.ts'

interface BoardChartsProps {
  inferences: readonly BoardInference[]
  chosen: BoardInference
}

export function BoardCharts({ inferences, chosen }: BoardChartsProps) {
  const t = useText(boardText)
  const curves = inferences.flatMap(({ deviceName, taskName, measurement }) => {
    const perSecond = measurement?.sustained?.perSecond ?? []
    const points = perSecond.map((frames, second) => [second, frames] as const)
    return points.length < 2 ? [] : [{ name: `${deviceName} · ${taskName}`, points }]
  })
  const latency = chosen.measurement?.latency ?? null
  if (curves.length === 0 && latency === null) return null
  const stages = [
    ['pre', t('pre')],
    ['model', t('inference')],
    ['post', t('post')],
    ['total', t('all')],
  ] as const
  const columns = ['p50', 'p95', 'p99', 'mean'] as const
  return (
    <div className="grid gap-20" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 420px), 1fr))' }}>
      {latency !== null && (
        <Panel title={t('split95')}>
          <table className={`${styles['table']} full-width border-spacing-0 font-13 tabular`}>
            <thead>
              <tr>
                <th className="text-tertiary" scope="col">
                  {t('stage')}
                </th>
                {columns.map((column) => (
                  <th className="text-tertiary" key={column} scope="col">
                    {column === 'mean' ? t('mean') : column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {stages.map(([stage, words]) => (
                <tr key={stage}>
                  <th scope="row">{words}</th>
                  {columns.map((column) => (
                    <td key={column}>{latency[stage][column].toFixed(2)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      )}
      {curves.length > 0 && (
        <ChartPanel title={t('perSecond')} name={chosen.taskName}>
          <LineChart label={t('perSecond')} x={t('second')} y={t('frames')} curves={curves} />
        </ChartPanel>
      )}
    </div>
  )
}
