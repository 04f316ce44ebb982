import { type RefObject, useEffect, useRef, useState } from 'react'
import { plotHeight } from './chart-types.ts'
import type { Curve, Drawing, Frame } from './drawing.ts'
import { createPainter } from './painter.ts'

/** Milliseconds between drawings during a gesture, which moves the previous picture. */
const pace = 90

interface RequestedPicture {
  curves: Curve[]
  frame: Frame
  /** CSS pixels of the frame. */
  width: number
  smoothing: number
  hidden: readonly number[]
  focus: number | null
}

export function usePicture(
  canvas: RefObject<HTMLCanvasElement | null>,
  request: RequestedPicture,
): { frame: Frame; width: number } | null {
  const [displayed, setShown] = useState<{ frame: Frame; width: number } | null>(null)
  const painter = useRef<ReturnType<typeof createPainter>>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef(0)
  const sent = useRef<Curve[]>(null)

  useEffect(() => {
    const made = createPainter((picture, { frame, width, ratio }: Drawing) => {
      canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
      setShown({ frame, width: width / ratio })
    })
    painter.current = made
    sent.current = null
    return () => {
      clearTimeout(timer.current)
      made.close()
    }
  }, [canvas])

  const { curves, frame, width, smoothing, hidden, focus } = request
  const { span, low, high, logarithmic } = frame
  useEffect(() => {
    if (width === 0) return
    const ratio = window.devicePixelRatio
    const drawing = {
      frame: { span: { from: span.from, to: span.to }, low, high, logarithmic },
      width: width * ratio,
      height: plotHeight * ratio,
      ratio,
      smoothing,
      hidden,
      focus,
    }
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        last.current = performance.now()
        if (sent.current !== curves) painter.current?.curves(curves)
        sent.current = curves
        painter.current?.draw(drawing)
      },
      Math.max(0, last.current + pace - performance.now()),
    )
  }, [curves, span.from, span.to, low, high, logarithmic, width, smoothing, hidden, focus])
  return displayed
}
