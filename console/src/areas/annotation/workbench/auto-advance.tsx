import type { Editor } from '@vermilion/canvas/editor/editor'
import { useEffectEvent, useLayoutEffect } from 'react'
import { useSystem } from '#lib/system.ts'
import { useEditorValue } from './use-editor-value.ts'

/** Milliseconds in which one sees what was chosen, before the next image is shown. */
const glance = 180

interface AutoAdvanceProps {
  editor: Editor
  /** Saves the image and shows the next one. */
  onDone: () => void
}

/** Goes on to the next image once a class is chosen, also where it was chosen before. Shows nothing. */
export function AutoAdvance({ editor, onDone }: AutoAdvanceProps) {
  const advance = useSystem(({ studio }) => studio.advance)
  const severalClasses = useEditorValue(editor, ({ settings }) => settings.get().multipleClasses)
  const on = advance && !severalClasses
  const done = useEffectEvent(onDone)
  // With the page, not after it: a key pressed as soon as the image is there leads on as well.
  useLayoutEffect(() => {
    if (!on) return
    let timer = 0
    const forget = editor.classified.subscribe(() => {
      clearTimeout(timer)
      timer = window.setTimeout(() => done(), glance)
    })
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [editor, on])
  return null
}
