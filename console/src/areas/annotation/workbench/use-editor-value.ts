import type { Editor } from '@vermilion/canvas/editor/editor'
import { useCallback, useSyncExternalStore } from 'react'

/** Subscribes to a value of the editor, whose identity must change only with the value. */
export function useEditorValue<Value>(editor: Editor, read: (editor: Editor) => Value): Value {
  const subscribe = useCallback((listener: () => void) => editor.subscribe(listener), [editor])
  return useSyncExternalStore(subscribe, () => read(editor))
}
