import type { Shape } from '@vermilion/contract/labels/index'
import { isSuggestion } from '@vermilion/contract/labels/suggestion'

/** CSS pixels of a line and of the gap behind it, in the outline of a shape that nobody has accepted yet. */
export const suggestionDash: readonly number[] = [6, 4]

/** The tag at a shape. A suggestion's is empty inside and asks, so that color and line do not speak alone. */
export function tagOfShape(shape: Shape, tag: string): { text: string; isOpen: boolean } {
  const isOpen = isSuggestion(shape)
  return { text: isOpen ? `${tag}?` : tag, isOpen }
}
