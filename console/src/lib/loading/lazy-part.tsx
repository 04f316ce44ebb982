import { type ComponentType, useEffect, useState } from 'react'
import { loadCode } from './load-code.ts'

/** Renders nothing until its code has loaded. React's Suspense would hold back later content for 300 ms. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LazyPart(props: Props) {
    const [outcome, setOutcome] = useState<{ problem?: unknown }>()
    const Part = loaded
    const missing = Part === undefined
    useEffect(() => {
      if (!missing) return
      let isUnmounted = false
      const end = (result: { problem?: unknown }) => !isUnmounted && setOutcome(result)
      loadCode(load).then(
        (part) => {
          loaded = part
          end({})
        },
        (problem: unknown) => end({ problem }),
      )
      return () => void (isUnmounted = true)
    }, [missing])
    // The page's error boundary reports code that could not be loaded.
    if (missing && outcome !== undefined) throw outcome.problem
    return Part === undefined ? null : <Part {...props} />
  }
}
