import { useLocation } from '@tanstack/react-router'
import { useTrail } from '#ui/page/breadcrumb.ts'
import { activeItem, navigation, type NavigationItem } from './navigation.tsx'

/** Where the user is: the item whose list the page says that it belongs to, or that the address names. */
export function useActiveItem(): NavigationItem | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const list = useTrail(({ steps }) => steps[0]?.to)
  return navigation.find((item) => item.path === list) ?? activeItem(path)
}
