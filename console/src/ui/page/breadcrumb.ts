import { useEffect } from 'react'
import { create } from 'zustand'
import { visibleName } from '#lib/visible-name.ts'

export interface Step {
  text: string
  to?: string
}

export const useTrail = create<{ steps: readonly Step[] }>(() => ({ steps: [] }))

export function usePageTrail(...steps: readonly Step[]): void {
  const key = JSON.stringify(steps)
  useEffect(() => {
    const trail = JSON.parse(key) as Step[]
    useTrail.setState({ steps: trail.map((step) => ({ ...step, text: visibleName(step.text) })) })
    return () => useTrail.setState({ steps: [] })
  }, [key])
}
