import type { Sweep } from '@vermilion/contract/tasks/sweeps/sweeps'
import { Link } from '@tanstack/react-router'
import { formatShare } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { ChartPanel } from '#ui/chart/chart-panel.tsx'
import { figureColour } from '#ui/chart/series-colours.ts'
import { text } from '../text.ts'
import { parameterSort } from './trial-order.ts'

interface ImportanceProps {
  sweep: Sweep
  nameOf: (parameter: string) => string
  objective: string
}

/** A bar leads to the table in the order of its parameter. */
export function Importance({ sweep: { id, name, importance }, nameOf, objective }: ImportanceProps) {
  const t = useText(text)
  return (
    <ChartPanel
      title={t('importance')}
      name={name}
      empty={importance === null ? t('importanceLater') : undefined}
      above={
        importance !== null && <p className="note margin-bottom-8">{t('importanceHint', { metric: objective })}</p>
      }
    >
      <BarChart
        label={t('importance')}
        x={t('share')}
        y={t('parameter')}
        max={1}
        wholeNumbers={false}
        bars={(importance ?? []).map(({ name: parameter, share }) => ({
          key: parameter,
          name: nameOf(parameter),
          value: share,
          text: formatShare(share),
          colour: figureColour,
        }))}
        renderLink={(bar, content) => (
          <Link to="/compute/sweeps/$id" params={{ id }} search={{ sort: parameterSort(bar.key) }} replace>
            {content}
          </Link>
        )}
      />
    </ChartPanel>
  )
}
