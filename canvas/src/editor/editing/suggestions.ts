import type { Shape } from '@vermilion/contract/labels/index'
import type { Parts } from '../parts.ts'
import { isSuggestion, takenOver } from './suggestion.ts'

const known = new WeakMap<readonly Shape[], readonly Shape[]>()

/** What a model has found and nobody has answered yet, the surest first. */
export function suggestionsOf({ document }: Pick<Parts, 'document'>): readonly Shape[] {
  const shapes = document.shapes()
  const before = known.get(shapes)
  if (before !== undefined) return before
  const found = shapes.filter(isSuggestion).toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
  known.set(shapes, found)
  return found
}

/** Those that an answer is about: the selected ones; with none selected, all. Locked ones wait. */
export function askedSuggestions({ document, selection, locks }: Parts): readonly Shape[] {
  const open = suggestionsOf({ document }).filter((shape) => !locks.holds(shape))
  const chosen = open.filter(({ id }) => selection.has(id))
  return chosen.length > 0 ? chosen : open
}

/**
 * Takes suggestions over as if they had been drawn, or away, as one step. After an answer to selected ones the surest
 * that is left is selected: it is the next to be asked about.
 */
export function answerSuggestions(parts: Parts, answer: 'yes' | 'no'): void {
  const { document, selection } = parts
  const asked = askedSuggestions(parts)
  const walks = asked.some(({ id }) => selection.has(id))
  if (answer === 'no') document.change('delete', (draft) => draft.remove(asked.map(({ id }) => id)))
  else {
    document.change('accept', (draft) => {
      for (const shape of asked) draft.put(takenOver(shape))
    })
  }
  if (walks)
    selection.set(
      askedSuggestions({ ...parts, selection })
        .slice(0, 1)
        .map(({ id }) => id),
    )
}
