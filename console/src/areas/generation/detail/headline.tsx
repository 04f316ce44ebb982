import type { ScoredGeneration } from '@vermilion/contract/generations'
import { formatNumber, formatShare, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { ScoreOfHundred } from '#ui/meter/score-of-hundred.tsx'
import styles from './detail.module.css'
import { text } from './text.ts'

/** What a generation came to, at a glance: how many images, how many of them are kept, how good these are. */
export function Headline({ generation: { config, made, kept, meanScore } }: { generation: ScoredGeneration }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const number = (value: number) => formatNumber(value, language)
  const figures = [
    { name: t('madeFigure'), value: number(made), note: t('ofOrdered', { count: config.count }) },
    { name: t('keptFigure'), value: number(kept), note: made === 0 ? unknownValue : formatShare(kept / made) },
    {
      name: t('meanScore'),
      value: <ScoreOfHundred score={meanScore} />,
      note: t(meanScore === null ? 'unscored' : 'ofKept'),
    },
  ]
  return (
    <dl className={styles['headline']}>
      {figures.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b> <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
