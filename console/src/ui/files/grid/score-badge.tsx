import { useText } from '#lib/i18n.ts'
import { text } from '../../text.ts'
import styles from './grid-cell.module.css'

/** The score of a file, 0 to 100, in the corner of its picture. */
export function ScoreBadge({ score }: { score: number }) {
  const t = useText(text)
  return <span className={styles['score']}>{t('score', { score: score.toFixed(1) })}</span>
}
