import { useRef } from 'react'
import { useRoom } from '../windowing/use-viewport.ts'

export function useSize() {
  const holder = useRef<HTMLDivElement>(null)
  return [holder, useRoom(holder)] as const
}
