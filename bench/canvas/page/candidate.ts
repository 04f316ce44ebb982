/** A canvas under measurement. Points are CSS pixels of the page. */
export interface Candidate {
  /** Shows image and shapes, fitted; resolves when they are interactive. */
  load: (ground: Ground) => Promise<void>
  /** Selects a box and returns the position of its lower right handle. */
  handleOf: (id: string) => Promise<{ x: number; y: number }>
  /** Starts drawing boxes by dragging. */
  beginDrawing: () => void
  /** Number of shapes and the right edge of one, to verify that the measured action happened. */
  shapes: () => number
  rightOf: (id: string) => number
}

export interface Ground {
  image: { source: string; width: number; height: number }
  boxes: readonly { id: string; label: number; x: number; y: number; width: number; height: number }[]
  polygons: readonly { id: string; label: number; points: readonly number[] }[]
}

export const colours = ['#e6194b', '#3cb44b', '#ffe119', '#4363d8'] as const

declare global {
  interface Window {
    candidate?: Candidate
  }
}

/** Scale that fits the image into the window with a small margin, and its position. */
export function fitted({ width, height }: Ground['image']) {
  const scale = Math.min((innerWidth - 32) / width, (innerHeight - 32) / height)
  return { scale, x: (innerWidth - width * scale) / 2, y: (innerHeight - height * scale) / 2 }
}

/** Pans with the middle button and zooms with the wheel, for candidates that leave both to the page. */
export function panAndZoom(view: { scale: number; x: number; y: number }, moved: () => void): void {
  addEventListener('pointermove', ({ buttons, movementX, movementY }) => {
    if ((buttons & 4) === 0) return
    view.x += movementX
    view.y += movementY
    moved()
  })
  addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const factor = Math.exp(-event.deltaY * 0.0016)
      view.x = event.clientX - (event.clientX - view.x) * factor
      view.y = event.clientY - (event.clientY - view.y) * factor
      view.scale *= factor
      moved()
    },
    { passive: false },
  )
}
