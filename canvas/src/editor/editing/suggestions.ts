import type { Shape } from '@vermilion/contract/labels/index'
import type { Parts } from '../parts.ts'
import { isSuggestion, acceptSuggestion } from '@vermilion/contract/labels/suggestion'

const suggestionsOfShapes = new WeakMap<readonly Shape[], readonly Shape[]>()

/** What a model has found and nobody has answered yet, the surest first. */
export function suggestionsOf({ document }: Pick<Parts, 'document'>): readonly Shape[] {
  const shapes = document.shapes()
  const cached = suggestionsOfShapes.get(shapes)
  if (cached !== undefined) return cached
  const suggestions = shapes.filter(isSuggestion).toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
  suggestionsOfShapes.set(shapes, suggestions)
  return suggestions
}

/** Those that an answer is about: the selected ones; with none selected, all. Locked ones wait. */
export function pendingSuggestions({ document, selection, locks }: Parts): readonly Shape[] {
  const open = suggestionsOf({ document }).filter((shape) => !locks.holds(shape))
  const selectedSuggestions = open.filter(({ id }) => selection.has(id))
  return selectedSuggestions.length > 0 ? selectedSuggestions : open
}

/**
 * Takes suggestions over as if they had been drawn, or away, as one step. After an answer to selected ones the surest
 * that is left is selected: it is the next to be asked about.
 */
export function answerSuggestions(parts: Parts, reply: 'yes' | 'no'): void {
  const { document, selection } = parts
  const pending = pendingSuggestions(parts)
  const walks = pending.some(({ id }) => selection.has(id))
  if (reply === 'no') document.change('delete', (draft) => draft.remove(pending.map(({ id }) => id)))
  else {
    document.change('accept', (draft) => {
      for (const shape of pending) draft.put(acceptSuggestion(shape))
    })
  }
  if (walks)
    selection.set(
      pendingSuggestions({ ...parts, selection })
        .slice(0, 1)
        .map(({ id }) => id),
    )
}
