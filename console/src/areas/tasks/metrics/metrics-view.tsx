import { useMemo, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { Panel } from '#ui/page.tsx'
import { State } from '#ui/states.tsx'
import { edge, plotHeight } from './chart-types.ts'
import { groupsOf, type ShownTask } from './groups.ts'
import { MetricsBar, type Wishes } from './metrics-bar.tsx'
import styles from './metrics.module.css'
import { Seen } from './seen.tsx'
import { SeriesChart } from './series-chart.tsx'
import { text } from './text.ts'
import type { Span } from './view.ts'

/** Of a chart with its legend. */
const chartHeight = edge.top + plotHeight + edge.bottom + 34

interface MetricsViewProps {
  tasks: readonly ShownTask[]
  wishes: Wishes
  onWishes: (part: Partial<Wishes>) => void
}

/** All metrics of one or several tasks as charts. A span that is chosen in one is shown in all. */
export function MetricsView({ tasks, wishes, onWishes }: MetricsViewProps) {
  const t = useText(text)
  const [chosen, setChosen] = useState<{ axis: string; span: Span | null }>({ axis: wishes.axis, span: null })
  const { find, apart } = wishes
  const groups = useMemo(() => groupsOf(tasks, { find, apart }), [tasks, find, apart])
  // A span means something on its own axis alone.
  const span = chosen.axis === wishes.axis ? chosen.span : null
  const onSpan = useMemo(() => (next: Span | null) => setChosen({ axis: wishes.axis, span: next }), [wishes.axis])
  return (
    <>
      <MetricsBar wishes={wishes} onWishes={onWishes} several={tasks.length > 1} />
      {groups.length === 0 && <State title={t('noMatch')} />}
      <div className={styles['charts']} data-alone={groups.length === 1}>
        {groups.map(({ key, title, system, curves }) => {
          const name = title || t('other')
          return (
            <Panel key={key} title={system ? `${t('system')} · ${name.replace(/^system\//, '')}` : name}>
              <Seen height={chartHeight}>
                <SeriesChart label={name} curves={curves} look={wishes} span={span} onSpan={onSpan} />
              </Seen>
            </Panel>
          )
        })}
      </div>
    </>
  )
}
