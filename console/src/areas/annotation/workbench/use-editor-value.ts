import type { Editor } from '@vermilion/canvas/editor/editor'
import { useCallback, useSyncExternalStore } from 'react'

/** Reads something of an editor and follows it. What is read must be the same value until it changes. */
export function useEditorValue<Value>(editor: Editor, read: (editor: Editor) => Value): Value {
  const subscribe = useCallback((listener: () => void) => editor.subscribe(listener), [editor])
  return useSyncExternalStore(subscribe, () => read(editor))
}
