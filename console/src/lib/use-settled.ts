import { useEffect, useState } from 'react'

/** What is typed, once nobody has typed for so many milliseconds; what is emptied is empty at once. */
export function useSettled(value: string, pause: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return value === '' ? '' : settled
}
