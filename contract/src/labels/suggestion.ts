import type { Shape } from './index.ts'

export const isSuggestion = ({ source, score }: Shape): boolean => source === 'model' && score !== undefined

export function acceptSuggestion(shape: Shape): Shape {
  if (!isSuggestion(shape)) return shape
  const { score: _, ...rest } = shape
  return { ...rest, source: 'manual' }
}
