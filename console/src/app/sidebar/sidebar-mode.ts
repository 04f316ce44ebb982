import { useRouterState } from '@tanstack/react-router'
import { useMedia } from '#lib/media.ts'
import { useSystem } from '#lib/system.ts'

export type SidebarForm = 'expanded' | 'collapsed' | 'drawer'

/**
 * What the sidebar is now: as the user has left it, else as the window's width asks, and out of the way of whoever labels;
 * on a telephone a drawer.
 */
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
