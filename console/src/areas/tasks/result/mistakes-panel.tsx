import type { TrainingReport } from '@vermilion/contract/tasks/training-report'
import type { ReactNode } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Panel } from '#ui/page/page.tsx'
import { mistakesOf } from './mistakes.ts'
import styles from './result.module.css'
import { resultText } from './text.ts'

const maxMistakes = 6

interface MistakesPanelProps {
  confusion: NonNullable<TrainingReport['confusion']>
  toImages: ReactNode
}

export function MistakesPanel({ confusion, toImages }: MistakesPanelProps) {
  const t = useText(resultText)
  const language = useSystem((system) => system.lang)
  const mistakes = mistakesOf(confusion)
  const [most] = mistakes
  return (
    <Panel title={t('mistakes')} extra={toImages}>
      {most === undefined && <p className={`${styles['note']} faint weight-400`}>{t('noMistakes')}</p>}
      <ol className={`${styles['mistakes']} font-13 tabular`}>
        {mistakes.slice(0, maxMistakes).map(({ kind, real, found, count }) => (
          <li
            className="grid gap-10 align-center padding-4-0"
            style={{ gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr) 40px' }}
            key={`${real} ${found}`}
          >
            <span className="break-anywhere">{t(kind, { real, found })}</span>
            <i className="height-6 radius-4" style={{ width: `${(100 * count) / (most?.count ?? 1)}%` }} />
            <b className="weight-500 text-right">{formatNumber(count, language)}</b>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
