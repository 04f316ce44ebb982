import { useEffect, useState } from 'react'

/** The value after a pause in typing, in milliseconds; an emptied field is empty at once. */
export function useSettled(value: string, pause: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return value === '' ? '' : settled
}
