import { useText } from '#lib/i18n.ts'
import { text } from '../../text.ts'

export function ScoreBadge({ score }: { score: number }) {
  const t = useText(text)
  return (
    <span className="absolute top-6 right-6 padding-0-8 radius-10 ground-veil text-white font-12 tabular line-height-20">
      {t('score', { score: score.toFixed(1) })}
    </span>
  )
}
