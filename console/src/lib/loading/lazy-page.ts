import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadCode } from './load-code.ts'

/** Loads with retries when first shown. It uses only export names: the router's types must not depend on the pages' types. */
export function lazyPage<Module>(load: () => Promise<Module>, name: keyof Module & string) {
  const loadModule = load as () => Promise<Record<string, () => ReactNode>>
  return lazyRouteComponent(() => loadCode(loadModule), name)
}
