/**
 * Whether a key belongs to an input method in which words are still being put together: it takes a candidate or lets go
 * of it, and is none of ours. Safari ends the composition before it tells the key, and marks that with 229.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229
}
