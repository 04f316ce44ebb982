import { useState } from 'react'

/** The list of before while it holds the same: for lists that are made anew with each drawing, of any length. */
export function useSameList<One>(list: readonly One[]): readonly One[] {
  const [kept, setKept] = useState(list)
  if (kept.length === list.length && kept.every((one, at) => Object.is(one, list[at]))) return kept
  setKept(list)
  return list
}
