import type { Editor } from '@vermilion/canvas/editor/editor'
import type { Box } from '@vermilion/contract/labels/box'
import { useSyncExternalStore } from 'react'
import styles from './findings.module.css'

/** A frame around a place of the image, which moves with the view. */
export function FindingMark({ editor: { view }, box }: { editor: Editor; box: Box }) {
  const { scale, x, y } = useSyncExternalStore(view.subscribe, view.frame)
  const bounds = {
    left: box.x * scale + x,
    top: box.y * scale + y,
    width: box.width * scale,
    height: box.height * scale,
  }
  return (
    <div className={`${styles['mark']} absolute no-pointer`} style={bounds} data-testid="finding-mark" aria-hidden />
  )
}
