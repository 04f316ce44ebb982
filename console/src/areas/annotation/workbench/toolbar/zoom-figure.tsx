import type { Editor } from '@vermilion/canvas/editor/editor'
import styles from './options-bar.module.css'
import { useEditorValue } from '../use-editor-value.ts'

/** At 100 %, a pixel of the image is a pixel of the page. */
export function ZoomFigure({ editor }: { editor: Editor }) {
  const percent = useEditorValue(editor, ({ view }) => Math.round(view.frame().scale * 100))
  return <output className={styles['zoom']}>{percent} %</output>
}
