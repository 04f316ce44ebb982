import { useState } from 'react'

/** The list of before while it holds the same: for lists that are made anew with each drawing, of any length. */
export function useSameList<One>(list: readonly One[]): readonly One[] {
  const [stable, setKept] = useState(list)
  if (stable.length === list.length && stable.every((one, at) => Object.is(one, list[at]))) return stable
  setKept(list)
  return list
}
