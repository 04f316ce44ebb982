import type { Editor } from '@vermilion/canvas/editor/editor'
import styles from './options-bar.module.css'
import { useEditorValue } from '../use-editor-value.ts'

/** How large the image is shown: 100 % is one of its pixels for one of the page's. */
export function ZoomFigure({ editor }: { editor: Editor }) {
  const percent = useEditorValue(editor, ({ view }) => Math.round(view.frame().scale * 100))
  return <output className={styles['zoom']}>{percent} %</output>
}
