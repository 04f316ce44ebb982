import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/**
 * A page, loaded when it is first shown. Only the names of the module's exports are looked at: pages ask the router
 * for their parameters, so their types must not be needed to make the router's.
 */
export function lazyPage<Module>(load: () => Promise<Module>, name: keyof Module & string) {
  return lazyRouteComponent(load as () => Promise<Record<string, () => ReactNode>>, name)
}
