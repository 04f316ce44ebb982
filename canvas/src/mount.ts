import type { Shape } from '@vermilion/contract/labels/index'
import type { Size } from './editor/document/document.ts'
import type { Editor } from './editor/editor.ts'
import { combinationOf } from './editor/input.ts'
import type { Input, KeyInput } from './editor/input.ts'
import type { ReadPixels } from './editor/pixels.ts'
import { listenToKeys, listenToPointer } from './listen.ts'
import { createAheadImage } from './rendering/image/next-image.ts'
import { readPieces, wholePiece } from './rendering/image/image-pixels.ts'
import { createRenderer } from './rendering/renderer.ts'
import type { Layers, Scheduler } from './rendering/renderer.ts'
import { createTileLayer } from './rendering/image/tile-layer.ts'
import type { TileSource } from './rendering/image/tile-layer.ts'

export interface NextImage {
  source: string
  size: Size
  /** Null when unknown. */
  shapes: readonly Shape[] | null
}

export interface Mount {
  show: (editor: Editor, source: string) => void
  showTiles: (tiles: TileSource | null) => void
  prepare: (next: NextImage | null) => void
  /** While an image is being left: ends gestures and blocks new ones. The image stays visible, and keys reach `onUnusedKey`. */
  hold: (on: boolean) => void
  /** Shows nothing until the next image. Keys still reach `onUnusedKey`. */
  clear: () => void
  focus: () => void
  destroy: () => void
}

export interface MountNeeds {
  element: HTMLElement
  name: string
  /** Creates a module worker that calls `serveDrawings`, where the bundler can see it; null draws on the main thread. */
  createWorker: (() => Worker) | null
  schedule?: Scheduler
  /** Element that receives keys: the focused canvas, or for example the window. Keys typed in fields elsewhere are ignored. */
  keysFrom?: HTMLElement | Window
  /** Called for keys unused by the editor, as `Ctrl+s`; returns true when handled. */
  onUnusedKey?: (combination: string, repeat: boolean) => boolean
  onImage?: (outcome: 'shown' | 'failed') => void
}

export const animationFrames: Scheduler = (run) => {
  const handle = requestAnimationFrame(run)
  return () => cancelAnimationFrame(handle)
}

export function mountCanvas(needs: MountNeeds): Mount {
  const { createWorker, schedule = animationFrames, onUnusedKey } = needs
  const { root, layers } = createLayers(needs.name)
  needs.element.append(root)
  const listening = new AbortController()
  const { signal } = listening
  const renderer = createRenderer({
    layers,
    createWorker,
    schedule,
    setCursor: (cursor) => void (root.style.cursor = cursor),
  })
  const ahead = createAheadImage(root)
  let editor: Editor | null = null
  let isLocked = false

  const dispatch = (input: Input): boolean => (isLocked && begins(input) ? false : (editor?.dispatch(input) ?? false))
  const handleKey = (input: KeyInput): boolean =>
    dispatch(input) || (input.type === 'key-down' && (onUnusedKey?.(combinationOf(input), input.repeat) ?? false))
  let size: Size = { width: 0, height: 0 }
  const fit = (): void => {
    if (size.width > 0 && size.height > 0) editor?.view.resize(size, window.devicePixelRatio)
  }
  // Reading the size while images are replaced would force another layout.
  const sizes = new ResizeObserver(() => {
    size = { width: root.clientWidth, height: root.clientHeight }
    fit()
  })
  sizes.observe(root)

  listenToPointer(root, dispatch, signal)
  listenToKeys(root, needs.keysFrom ?? root, handleKey, signal)
  window.addEventListener('blur', () => dispatch({ type: 'blur' }), { signal })
  layers.image.addEventListener('load', () => arrived('visible', 'shown'), { signal })
  layers.image.addEventListener('error', () => arrived('hidden', 'failed'), { signal })

  function arrived(visibility: string, outcome: 'shown' | 'failed'): void {
    layers.image.style.visibility = visibility
    if (!editor) return
    editor.pixels.attach(outcome === 'shown' ? pixelReader(layers, editor) : null)
    needs.onImage?.(outcome)
  }

  function leave(): void {
    editor?.dispatch({ type: 'interrupt' })
    editor = null
  }

  return {
    show(next, source) {
      if (next !== editor) layers.tiles.show(null, next.document.image)
      leave()
      editor = next
      if (setPicture(layers.image, source)) next.pixels.attach(pixelReader(layers, next))
      fit()
      renderer.show(next)
      setShapesVisible(layers, true)
    },
    showTiles(tiles) {
      if (!editor) return
      layers.tiles.show(tiles, editor.document.image)
      renderer.repaint()
    },
    prepare(next) {
      ahead.prepare(next, size)
      renderer.prepare(next?.shapes ? { size: next.size, shapes: next.shapes } : null, size)
    },
    hold(on) {
      if (on && !isLocked) editor?.dispatch({ type: 'interrupt' })
      isLocked = on
    },
    clear() {
      leave()
      clearLayers(layers)
    },
    focus: () => root.focus({ preventScroll: true }),
    destroy() {
      leave()
      listening.abort()
      sizes.disconnect()
      renderer.destroy()
      layers.tiles.destroy()
      root.remove()
    },
  }
}

/** Shows the focus ring only after the Tab key: while drawing the canvas always has focus. */
function frameOfFocus(root: HTMLElement): void {
  root.addEventListener('keyup', ({ key }) => key === 'Tab' && (root.style.outlineStyle = ''))
  root.addEventListener('blur', () => (root.style.outlineStyle = 'none'))
}

function setPicture(image: HTMLImageElement, source: string): boolean {
  if (image.getAttribute('src') === source) return image.complete && image.naturalWidth > 0
  // The browser would keep showing the previous picture until the new one has loaded.
  image.style.visibility = 'hidden'
  image.src = source
  return false
}

function clearLayers(layers: Layers): void {
  layers.image.style.visibility = 'hidden'
  layers.image.removeAttribute('src')
  layers.tiles.show(null, { width: 0, height: 0 })
  setShapesVisible(layers, false)
}

function setShapesVisible({ shapes, active, crosshair }: Layers, visible: boolean): void {
  for (const each of [shapes, active, crosshair]) each.style.visibility = visible ? 'visible' : 'hidden'
}

function pixelReader({ image, tiles }: Layers, { document }: Editor): ReadPixels {
  return readPieces((step) => [wholePiece(image, document.image), ...tiles.pieces(step)])
}

/** True for inputs that can start a gesture; others end one or only observe. */
function begins({ type }: Input): boolean {
  return type === 'key-down' || type === 'pointer-down'
}

function createLayers(name: string): { root: HTMLElement; layers: Layers } {
  const root = document.createElement('div')
  root.tabIndex = 0
  root.setAttribute('role', 'application')
  root.setAttribute('aria-label', name)
  Object.assign(root.style, {
    position: 'absolute',
    inset: '0',
    overflow: 'hidden',
    touchAction: 'none',
    outlineStyle: 'none',
    outlineWidth: '2px',
    outlineOffset: '-2px',
    userSelect: 'none',
  })
  frameOfFocus(root)
  const tiles = layer('div')
  Object.assign(tiles.style, { width: '0', height: '0', transformOrigin: '0 0' })
  const layers = {
    image: layer('img'),
    tiles: createTileLayer(tiles),
    shapes: layer('div'),
    active: layer('canvas'),
    crosshair: layer('div'),
  }
  layers.image.alt = ''
  layers.image.draggable = false
  Object.assign(layers.image.style, { transformOrigin: '0 0', maxWidth: 'none', visibility: 'hidden' })
  root.append(layers.image, tiles, layers.shapes, layers.active, layers.crosshair)
  return { root, layers }
}

function layer<Name extends 'img' | 'div' | 'canvas'>(tag: Name): HTMLElementTagNameMap[Name] {
  const element = document.createElement(tag)
  const size = tag === 'img' ? {} : { width: '100%', height: '100%' }
  Object.assign(element.style, { position: 'absolute', left: '0', top: '0', pointerEvents: 'none', ...size })
  return element
}
