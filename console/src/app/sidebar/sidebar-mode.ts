import { useRouterState } from '@tanstack/react-router'
import { useMedia } from '#lib/media.ts'
import { useSystem } from '#lib/system.ts'

export type SidebarForm = 'expanded' | 'collapsed' | 'drawer'

/** The form of the sidebar: the user's choice, else by the window's width; collapsed while labeling and a drawer on a phone. */
export function useSidebarForm(): { form: SidebarForm; toggle: () => void } {
  const { sidebar, change } = useSystem()
  const wide = useMedia('(min-width: 1100px)')
  const narrow = useMedia('(max-width: 719px)')
  const isLabeling = useRouterState({ select: ({ location }) => location.pathname.includes('/annotate/') })
  const preferred = sidebar === 'auto' ? (wide && !isLabeling ? 'expanded' : 'collapsed') : sidebar
  return {
    form: narrow ? 'drawer' : preferred,
    toggle: () => change({ sidebar: preferred === 'expanded' ? 'collapsed' : 'expanded' }),
  }
}
