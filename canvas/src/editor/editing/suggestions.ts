import type { Shape } from '@vermilion/contract/labels/index'
import type { Parts } from '../parts.ts'
import { isSuggestion, acceptSuggestion } from '@vermilion/contract/labels/suggestion'

const suggestionsOfShapes = new WeakMap<readonly Shape[], readonly Shape[]>()

export function suggestionsOf({ document }: Pick<Parts, 'document'>): readonly Shape[] {
  const shapes = document.shapes()
  const cached = suggestionsOfShapes.get(shapes)
  if (cached !== undefined) return cached
  const suggestions = shapes.filter(isSuggestion).toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
  suggestionsOfShapes.set(shapes, suggestions)
  return suggestions
}

/** Suggestions an accept or reject applies to: the selected ones, or all when none is selected. Locked ones are excluded. */
export function pendingSuggestions({ document, selection, locks }: Parts): readonly Shape[] {
  const open = suggestionsOf({ document }).filter((shape) => !locks.holds(shape))
  const selectedSuggestions = open.filter(({ id }) => selection.has(id))
  return selectedSuggestions.length > 0 ? selectedSuggestions : open
}

/** Decides the suggestions in one undoable step, then selects the most confident one that remains. */
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
