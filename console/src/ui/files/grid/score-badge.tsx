import { useText } from '#lib/i18n.ts'
import { text } from '../../text.ts'
import styles from './grid-cell.module.css'

export function ScoreBadge({ score }: { score: number }) {
  const t = useText(text)
  return <span className={styles['score']}>{t('score', { score: score.toFixed(1) })}</span>
}
