import type { Shape } from '@vermilion/contract/labels/index'
import { isSuggestion } from '@vermilion/contract/labels/suggestion'

/** Dash and gap of a suggestion's outline in CSS pixels. */
export const suggestionDash: readonly number[] = [6, 4]

/** Tag of a shape. A suggestion's tag is hollow with a question mark, so that color and dash are not the only cues. */
export function tagOfShape(shape: Shape, tag: string): { text: string; isOpen: boolean } {
  const isOpen = isSuggestion(shape)
  return { text: isOpen ? `${tag}?` : tag, isOpen }
}
