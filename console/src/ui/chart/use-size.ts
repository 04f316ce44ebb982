import { useLayoutEffect, useRef, useState } from 'react'

const none = { width: 0, height: 0 }

export function useSize() {
  const holder = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(none)
  useLayoutEffect(() => {
    const element = holder.current
    if (element === null) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((previous) => (previous.width === width && previous.height === height ? previous : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [holder, size] as const
}
