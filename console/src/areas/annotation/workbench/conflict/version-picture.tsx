import type { LabelStyle } from '@vermilion/canvas/editor/labels'
import { drawShapes } from '@vermilion/canvas/rendering/shapes-layer/draw-shapes'
import type { Shape } from '@vermilion/contract/labels/index'
import { useEffect, useRef } from 'react'

/** CSS pixels. */
const WIDTH = 372

interface VersionPictureProps {
  image: { source: string; width: number; height: number }
  shapes: readonly Shape[]
  labels: readonly LabelStyle[]
  name: string
}

export function VersionPicture({ image, shapes, labels, name }: VersionPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scale = WIDTH / image.width
  const height = Math.round(image.height * scale)
  const { source } = image
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const frame = { scale, x: 0, y: 0, width: WIDTH, height, pixelRatio: 1 }
    const picture = new Image()
    const draw = () => {
      context.clearRect(0, 0, WIDTH, height)
      if (picture.naturalWidth > 0) context.drawImage(picture, 0, 0, WIDTH, height)
      drawShapes(context, shapes, { frame, labels, focusedLabel: null })
    }
    draw()
    picture.addEventListener('load', draw)
    picture.src = source
    return () => picture.removeEventListener('load', draw)
  }, [source, scale, height, shapes, labels])
  return (
    <canvas ref={canvas} className="block full-width radius-6 ground-tertiary" width={WIDTH} height={height}>
      {name}
    </canvas>
  )
}
