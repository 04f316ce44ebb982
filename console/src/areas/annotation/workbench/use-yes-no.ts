import { keyInputOf } from '@vermilion/canvas/dom-input'
import { combinationOf } from '@vermilion/canvas/editor/input'
import { keysOf } from '@vermilion/canvas/editor/keymap'
import { useEffect, useEffectEvent } from 'react'
import { useSystem } from '#lib/system.ts'
import { answerCommands } from '#ui/studio-commands.ts'

/** The keys that answer, the first of each to show. */
function useAnswers() {
  const keymap = useSystem(({ studio }) => studio.keymap)
  return answerCommands.map((command) => ({ id: command.id, keys: keysOf(command, keymap) }))
}

export function useYesNoKeys(): Record<'yes' | 'no', string | undefined> {
  const [yes, no] = useAnswers()
  // The second: browsers keep Ctrl+N for themselves.
  return { yes: yes?.keys.at(-1), no: no?.keys.at(-1) }
}

/**
 * Answers a question by key while the component that asks it stands: Ctrl+Y and Ctrl+N, and because browsers keep
 * Ctrl+N for themselves, Alt+Y and Alt+N, as long as nobody gives them others.
 */
export function useYesNo(answers: { yes: () => void; no: () => void } | null): void {
  const commands = useAnswers()
  const answer = useEffectEvent((event: KeyboardEvent) => {
    if (answers === null || event.repeat || event.isComposing) return
    const combination = combinationOf(keyInputOf('key-down', event))
    const command = commands.find(({ keys }) => keys.includes(combination))
    if (command === undefined) return
    event.preventDefault()
    answers[command.id]()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => answer(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
