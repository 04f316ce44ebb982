import { useLocation } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { type Step, useTrail } from '#ui/page/breadcrumb.ts'
import { activeItem } from '../navigation.tsx'
import { text } from '../text.ts'

/** Where the user is: the area, and below it what the page told. */
export function useSteps(): readonly Step[] {
  const t = useText(text)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const steps = useTrail((trail) => trail.steps)
  const item = activeItem(path)
  if (item !== undefined) return [{ words: t(item.key), to: item.path }, ...steps]
  if (path.includes('/settings') || path.startsWith('/audit'))
    return [{ words: t('settings'), to: '/settings/common' }, ...steps]
  if (path.includes('/welcome')) return [{ words: t('home') }, ...steps]
  return steps
}
