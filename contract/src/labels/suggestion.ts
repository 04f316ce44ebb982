import type { Shape } from './index.ts'

/** Model-made shapes have a score until a person accepts them. */
export const isSuggestion = ({ source, score }: Shape): boolean => source === 'model' && score !== undefined

export function acceptSuggestion(shape: Shape): Shape {
  if (!isSuggestion(shape)) return shape
  const { score: _, ...rest } = shape
  return { ...rest, source: 'manual' }
}
