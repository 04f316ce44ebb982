import type { Point } from '@vermilion/contract/labels/box'

/** Lines through the pointer as separate elements, which move without redrawing the layers below. */
export interface Crosshair {
  /** In CSS pixels of the host; null hides it. */
  show: (at: Point | null) => void
}

export function createCrosshair(host: HTMLElement): Crosshair {
  const line = (size: Partial<CSSStyleDeclaration>): HTMLElement => {
    const element = document.createElement('div')
    const look = { position: 'absolute', left: '0', top: '0', background: 'rgb(255 255 255 / 90%)' }
    Object.assign(element.style, look, size, { outline: '1px solid rgb(0 0 0 / 50%)', display: 'none' })
    host.append(element)
    return element
  }
  const across = line({ width: '100%', height: '1px' })
  const down = line({ width: '1px', height: '100%' })
  return {
    show(at) {
      for (const { style } of [across, down]) style.display = at ? 'block' : 'none'
      if (!at) return
      across.style.transform = `translateY(${Math.round(at.y)}px)`
      down.style.transform = `translateX(${Math.round(at.x)}px)`
    },
  }
}
