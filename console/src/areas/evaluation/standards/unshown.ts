/** A form item for a value without a field. */
export function Unshown(): null {
  return null
}
