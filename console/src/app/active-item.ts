import { useLocation } from '@tanstack/react-router'
import { useTrail } from '#ui/page/breadcrumb.ts'
import { activeItem, navigation, type NavigationItem } from './navigation.tsx'

/** The entry of the page's list, as the page declared it, else the one that the address belongs to. */
export function useActiveItem(): NavigationItem | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const list = useTrail(({ steps }) => steps[0]?.to)
  return navigation.find((item) => item.path === list) ?? activeItem(path)
}
