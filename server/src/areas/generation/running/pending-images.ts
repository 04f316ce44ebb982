import type { GeneratedImageRow } from '../images/image-store.ts'

type ImageState = Pick<GeneratedImageRow, 'number' | 'attempt' | 'status'>
export type PendingImage = Pick<ImageState, 'number' | 'attempt'>

export function createPendingImages(count: number, repeats: number, states: readonly ImageState[]) {
  const latest = new Map<number, ImageState>()
  for (const state of states) {
    if ((latest.get(state.number)?.attempt ?? -1) < state.attempt) latest.set(state.number, state)
  }
  const anew: PendingImage[] = []
  let finished = 0
  let cursor = 0

  /** Records an image's state; an image outside the range repeats while attempts remain. */
  function settle({ number, attempt, status }: ImageState): void {
    if (status === 'aside' && attempt < repeats) anew.push({ number, attempt: attempt + 1 })
    else finished += 1
  }

  for (const state of latest.values()) settle(state)

  return {
    settle,
    next(): PendingImage | undefined {
      const again = anew.shift()
      if (again !== undefined) return again
      while (cursor < count && latest.has(cursor)) cursor += 1
      if (cursor >= count) return undefined
      cursor += 1
      return { number: cursor - 1, attempt: 0 }
    },
    finished: () => finished,
  }
}

export type PendingImages = ReturnType<typeof createPendingImages>
