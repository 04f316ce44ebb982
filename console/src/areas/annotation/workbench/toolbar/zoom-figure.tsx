import type { Editor } from '@vermilion/canvas/editor/editor'
import { useEditorValue } from '../use-editor-value.ts'

/** At 100 %, a pixel of the image is a pixel of the page. */
export function ZoomFigure({ editor }: { editor: Editor }) {
  const percent = useEditorValue(editor, ({ view }) => Math.round(view.frame().scale * 100))
  return <output className="note rigid min-width-46 tabular text-right">{percent} %</output>
}
