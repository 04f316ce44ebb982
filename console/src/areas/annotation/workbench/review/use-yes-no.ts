import { keyInputOf } from '@vermilion/canvas/dom-input'
import { combinationOf } from '@vermilion/canvas/editor/input'
import { keysOf } from '@vermilion/canvas/editor/commands/keymap'
import { isInOverlay, takesText } from '@vermilion/canvas/listen'
import { useEffectEvent, useLayoutEffect } from 'react'
import { useSystem } from '#lib/system.ts'
import { answerCommands } from '#ui/keyboard/studio-commands.ts'

type YesNo = 'yes' | 'no'

/** The keys that answer, the first of each to show. */
function useReplyCommands() {
  const keymap = useSystem(({ studio }) => studio.keymap)
  return answerCommands.map((command) => ({ id: command.id, keys: keysOf(command, keymap) }))
}

export function useYesNoKeys(): Record<YesNo, string | undefined> {
  const [yes, no] = useReplyCommands()
  // The second: browsers keep Ctrl+N for themselves.
  return { yes: yes?.keys.at(-1), no: no?.keys.at(-1) }
}

/**
 * Answers a question by key while the component that asks it stands: Ctrl+Y and Ctrl+N, and because browsers keep
 * Ctrl+N for themselves, Alt+Y and Alt+N, as long as nobody gives them others. Where somebody writes, or a dialog has
 * the focus, they answer only if `within` says that the place belongs to the question.
 */
export function useYesNo(
  replies: Record<YesNo, () => void> | null,
  within: (element: Element, reply: YesNo) => boolean = () => false,
): void {
  const commands = useReplyCommands()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (replies === null || event.repeat || event.isComposing) return
    const combination = combinationOf(keyInputOf('key-down', event))
    const command = commands.find(({ keys }) => keys.includes(combination))
    if (command === undefined) return
    const { target } = event
    const elsewhere = target instanceof Element && (takesText(target) || isInOverlay(target))
    if (elsewhere && !within(target, command.id)) return
    event.preventDefault()
    replies[command.id]()
  })
  // Before the question is drawn: whoever sees it may answer at once.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
