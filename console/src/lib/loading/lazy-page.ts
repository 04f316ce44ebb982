import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadCode } from './load-code.ts'

/**
 * A page, loaded when it is first shown, and asked for again where it does not come. Only the names of the module's exports are looked at: pages ask the router
 * for their parameters, so their types must not be needed to make the router's.
 */
export function lazyPage<Module>(load: () => Promise<Module>, name: keyof Module & string) {
  const loadModule = load as () => Promise<Record<string, () => ReactNode>>
  return lazyRouteComponent(() => loadCode(loadModule), name)
}
