import type { Editor } from '@vermilion/canvas/editor/editor'
import { suggestionsOf } from '@vermilion/canvas/editor/editing/suggestions'
import { useEditorValue } from '../use-editor-value.ts'
import { SuggestionBar } from './suggestion-bar.tsx'

interface SuggestionGateProps {
  editor: Editor
  isClosing: boolean
}

export function SuggestionGate({ editor, isClosing }: SuggestionGateProps) {
  const asks = useEditorValue(editor, (now) => suggestionsOf(now).length > 0)
  return asks && <SuggestionBar editor={editor} isClosing={isClosing} />
}
