import { useEffect } from 'react'
import { create } from 'zustand'
import { visibleName } from '#lib/visible-name.ts'

export interface Step {
  words: string
  /** An address within the console; the last step has none. */
  to?: string
}

/** The breadcrumb below the area's own name, as the shown page tells it. */
export const useTrail = create<{ steps: readonly Step[] }>(() => ({ steps: [] }))

/** A page says where it is; the header and the document's title show it. */
export function usePageTrail(...steps: readonly Step[]): void {
  const key = JSON.stringify(steps)
  useEffect(() => {
    const trail = JSON.parse(key) as Step[]
    useTrail.setState({ steps: trail.map((step) => ({ ...step, words: visibleName(step.words) })) })
    return () => useTrail.setState({ steps: [] })
  }, [key])
}
