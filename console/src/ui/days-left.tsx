import { useText } from '#lib/i18n.ts'
import { useNow } from './moment.tsx'
import { text } from './text.ts'

const day = 24 * 3_600_000

export function DaysLeft({ until }: { until: string }) {
  const t = useText(text)
  const now = useNow()
  return <span>{t('daysLeft', { count: Math.max(0, Math.ceil((Date.parse(until) - now) / day)) })}</span>
}
