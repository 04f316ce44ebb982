/** Stands in a form for a value that goes with it and is not typed. */
export function Unshown(): null {
  return null
}
