import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTheme } from '#lib/system.ts'
import type { Curve, Drawing, Frame } from './drawing.ts'
import { createPainter } from './painter.ts'

/** Milliseconds between drawings during a gesture, which moves the previous picture. */
const pace = 90

export interface Picture {
  readonly frame: Frame
  /** CSS pixels. */
  readonly width: number
  readonly height: number
}

interface RequestedPicture extends Picture, Pick<Drawing, 'smoothing' | 'hidden' | 'focus'> {
  curves: readonly Curve[]
}

export function usePicture(canvas: RefObject<HTMLCanvasElement | null>, request: RequestedPicture): Picture | null {
  const [displayed, setDisplayed] = useState<Picture | null>(null)
  const painter = useRef<ReturnType<typeof createPainter>>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef(0)
  const theme = useTheme()

  useEffect(() => {
    const made = createPainter((picture, { frame, width, height, ratio }) => {
      canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
      setDisplayed({ frame, width: width / ratio, height: height / ratio })
    })
    painter.current = made
    return () => {
      clearTimeout(timer.current)
      made.close()
    }
  }, [canvas])

  const { curves, frame, width, height, smoothing, hidden, focus } = request
  const { span, low, high, logarithmic } = frame
  useEffect(() => {
    if (width <= 0 || height <= 0) return
    const paint = () => {
      if (canvas.current === null) return
      last.current = performance.now()
      const ratio = window.devicePixelRatio
      const textColour = getComputedStyle(canvas.current).color
      const drawn = {
        frame: { span: { from: span.from, to: span.to }, low, high, logarithmic },
        smoothing,
        hidden,
        focus,
      }
      painter.current?.draw(curves, { ...drawn, width: width * ratio, height: height * ratio, ratio, textColour })
    }
    clearTimeout(timer.current)
    timer.current = setTimeout(paint, Math.max(0, last.current + pace - performance.now()))
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- the color of text is another in another theme
  }, [canvas, curves, span.from, span.to, low, high, logarithmic, width, height, smoothing, hidden, focus, theme])
  return displayed
}
