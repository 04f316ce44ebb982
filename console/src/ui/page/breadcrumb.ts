import { useEffect } from 'react'
import { create } from 'zustand'
import { visibleName } from '#lib/visible-name.ts'

export interface Step {
  words: string
  to?: string
}

export const useTrail = create<{ steps: readonly Step[] }>(() => ({ steps: [] }))

export function usePageTrail(...steps: readonly Step[]): void {
  const key = JSON.stringify(steps)
  useEffect(() => {
    const trail = JSON.parse(key) as Step[]
    useTrail.setState({ steps: trail.map((step) => ({ ...step, words: visibleName(step.words) })) })
    return () => useTrail.setState({ steps: [] })
  }, [key])
}
