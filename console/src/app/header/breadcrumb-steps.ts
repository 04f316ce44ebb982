import { useLocation } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { type Step, useTrail } from '#ui/page/breadcrumb.ts'
import { useActiveItem } from '../active-item.ts'
import { isOfSettings } from '../navigation.tsx'
import { text } from '../text.ts'

export function useSteps(): readonly Step[] {
  const t = useText(text)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const steps = useTrail((trail) => trail.steps)
  const item = useActiveItem()
  if (item !== undefined)
    return [{ words: t(item.key), to: item.path }, ...steps.filter(({ to }, at) => at > 0 || to !== item.path)]
  if (isOfSettings(path)) return [{ words: t('settings'), to: '/settings/common' }, ...steps]
  if (path.includes('/welcome')) return [{ words: t('home') }, ...steps]
  return steps
}
