import { useState } from 'react'

export interface Unfolding {
  has: (id: string) => boolean
  toggle: (id: string) => void
}

export function useUnfolding(): Unfolding {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  return {
    has: (id) => unfolded.has(id),
    toggle: (id) => setUnfolded((previous) => previous.symmetricDifference(new Set([id]))),
  }
}
