/**
 * Tells a key that picks a candidate of an input method, which handlers must ignore. Safari ends the composition before the key,
 * which it marks with 229.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229
}
