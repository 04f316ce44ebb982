import { useText } from '#lib/i18n.ts'
import { aboutDuration } from './about-duration.ts'
import { estimateText } from './text.ts'

/** How long something would take, as roughly as that is known; honest where it is not. */
export function EstimateWords({ seconds }: { seconds: number | null }) {
  const t = useText(estimateText)
  return seconds === null ? t('none') : t('about', { duration: aboutDuration(seconds) })
}
