import type { Box } from '@vermilion/contract/labels/box'
import { useLayoutEffect, useRef } from 'react'
import { placeTags } from './tag-places.ts'

/** Texts are marked `data-tag` in the shapes' order. The last is on top and placed first; the text of a null shape stays. */
export function usePlacedTags(shapes: readonly (Box | null)[], image: { width: number; height: number }) {
  const holder = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = holder.current
    if (element === null) return undefined
    const moveTags = () => {
      const area = { width: element.clientWidth, height: element.clientHeight }
      const [across, down] = [area.width / image.width, area.height / image.height]
      const tags = [...element.querySelectorAll<HTMLElement>('[data-tag]')]
        .flatMap((tag, at) => {
          const shape = shapes[at]
          return shape === undefined || shape === null ? [] : [{ tag, shape }]
        })
        .toReversed()
      const sized = tags.map(({ tag, shape: { x, y, width, height } }) => ({
        size: { width: tag.offsetWidth, height: tag.offsetHeight },
        shape: { x: x * across, y: y * down, width: width * across, height: height * down },
      }))
      for (const [at, { x, y }] of placeTags(sized, area).entries()) {
        tags[at]!.tag.style.translate = `${x.toFixed(1)}px ${y.toFixed(1)}px`
      }
    }
    // Observing calls back at once, before the first paint.
    const observer = new ResizeObserver(moveTags)
    observer.observe(element)
    return () => observer.disconnect()
  })
  return holder
}
