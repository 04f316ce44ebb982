/**
 * Tells whether a key belongs to an input method that is composing: such a key picks or cancels a candidate and must be ignored.
 * Safari ends the composition before it reports the key, and marks that key with 229.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229
}
