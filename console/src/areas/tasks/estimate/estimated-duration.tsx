import { useText } from '#lib/i18n.ts'
import { aboutDuration } from './about-duration.ts'
import { estimateText } from './text.ts'

export function EstimatedDuration({ seconds }: { seconds: number | null }) {
  const t = useText(estimateText)
  return seconds === null ? t('none') : t('about', { duration: aboutDuration(seconds) })
}
