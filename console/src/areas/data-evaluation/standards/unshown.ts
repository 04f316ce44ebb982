export function Unshown(): null {
  return null
}
