import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadCode } from './load-code.ts'

/**
 * A page that loads when it is first shown, with retries. It only uses the names of the module's exports: pages read their
 * parameters from the router, whose types must not depend on the pages' types.
 */
export function lazyPage<Module>(load: () => Promise<Module>, name: keyof Module & string) {
  const loadModule = load as () => Promise<Record<string, () => ReactNode>>
  return lazyRouteComponent(() => loadCode(loadModule), name)
}
