import { formatScore, unknownValue } from '#lib/format.ts'
import styles from './score-of-hundred.module.css'

const scale = '/ 100'

export function ScoreOfHundred({ score }: { score: number | null }) {
  if (score === null) return unknownValue
  return (
    <span className={`${styles['scaled']} tabular nowrap`}>
      <b>{formatScore(score)}</b> <small className="weight-400">{scale}</small>
    </span>
  )
}
