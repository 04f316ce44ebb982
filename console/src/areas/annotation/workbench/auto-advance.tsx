import type { Editor } from '@vermilion/canvas/editor/editor'
import { useEffectEvent, useLayoutEffect } from 'react'
import { useSystem } from '#lib/system.ts'
import { useEditorValue } from './use-editor-value.ts'

/** Milliseconds that the chosen class stays visible before the next image. */
const glance = 180

interface AutoAdvanceProps {
  editor: Editor
  onDone: () => void
}

/** Opens the next image when a class is chosen, even if it was chosen before. */
export function AutoAdvance({ editor, onDone }: AutoAdvanceProps) {
  const advance = useSystem(({ studio }) => studio.advance)
  const severalClasses = useEditorValue(editor, ({ settings }) => settings.get().multipleClasses)
  const on = advance && !severalClasses
  const done = useEffectEvent(onDone)
  // A layout effect, so that a key pressed right after the image appears has an effect.
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
