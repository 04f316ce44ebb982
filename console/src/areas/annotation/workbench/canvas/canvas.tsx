import type { Editor } from '@vermilion/canvas/editor/editor'
import { type Mount, mountCanvas, type NextImage } from '@vermilion/canvas/mount'
import type { TileSource } from '@vermilion/canvas/rendering/image/tile-layer'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

interface CanvasProps {
  /** Null while the next image opens. */
  editor: Editor | null
  source: string
  tiles: TileSource | null
  isClosing: boolean
  ahead: NextImage | null
  name: string
  onKey: (combination: string, repeat: boolean) => boolean
  onImage: (outcome: 'shown' | 'failed') => void
}

function createWorker(): Worker {
  return new Worker(new URL('./shapes.worker.ts', import.meta.url), { type: 'module' })
}

export function Canvas({ editor, source, tiles, isClosing, ahead, name, onKey, onImage }: CanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  const [mount, setMount] = useState<Mount | null>(null)
  const handleKey = useEffectEvent(onKey)
  const handleImage = useEffectEvent(onImage)

  useEffect(() => {
    if (!host.current) return
    const made = mountCanvas({
      element: host.current,
      name,
      createWorker: typeof Worker === 'function' ? createWorker : null,
      keysFrom: window,
      onUnusedKey: (combination, repeat) => handleKey(combination, repeat),
      onImage: (outcome) => handleImage(outcome),
    })
    setMount(made)
    made.focus()
    return () => made.destroy()
  }, [name])

  // A layout effect, so that a key pressed during a change of images meets the right state.
  useLayoutEffect(() => {
    if (editor) mount?.show(editor, source)
    else mount?.clear()
  }, [mount, editor, source])

  useLayoutEffect(() => mount?.hold(isClosing), [mount, isClosing])

  useEffect(() => {
    if (editor) mount?.showTiles(tiles)
  }, [mount, editor, tiles])

  useEffect(() => mount?.prepare(ahead), [mount, ahead])

  return <div ref={host} className="absolute inset-0" />
}
