import { useText } from '#lib/i18n.ts'
import { aboutDuration } from './about-duration.ts'
import { estimateText } from './text.ts'

/** The expected duration, rounded; a remark when it is unknown. */
export function EstimatedDuration({ seconds }: { seconds: number | null }) {
  const t = useText(estimateText)
  return seconds === null ? t('none') : t('about', { duration: aboutDuration(seconds) })
}
