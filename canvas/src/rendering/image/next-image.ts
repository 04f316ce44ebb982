import type { Size } from '../../editor/document/document.ts'
import { fittedScale } from '../../editor/view.ts'

export interface NextImageDecoder {
  /** Null releases it. */
  prepare: (next: { source: string; size: Size } | null, viewport: Size) => void
}

/** Browsers decode when drawing and cache by scale: the image is drawn at its future scale, behind a hole of one pixel. */
export function createAheadImage(host: HTMLElement): NextImageDecoder {
  const hole = document.createElement('div')
  hole.setAttribute('aria-hidden', 'true')
  const look = { position: 'absolute', left: '0', top: '0', width: '1px', height: '1px', overflow: 'hidden' }
  Object.assign(hole.style, look, { pointerEvents: 'none', opacity: '0.01' })
  host.append(hole)
  return {
    prepare(next, viewport) {
      if (!next) return hole.replaceChildren()
      const { source, size } = next
      const element = document.createElement('img')
      element.alt = ''
      element.decoding = 'async'
      Object.assign(element.style, {
        display: 'block',
        maxWidth: 'none',
        width: `${size.width}px`,
        height: `${size.height}px`,
        transformOrigin: '0 0',
        transform: `scale(${fittedScale(size, viewport)})`,
      })
      element.src = source
      hole.replaceChildren(element)
    },
  }
}
