import { keyInputOf } from '@vermilion/canvas/dom-input'
import { combinationOf } from '@vermilion/canvas/editor/input'
import { keysOf } from '@vermilion/canvas/editor/commands/keymap'
import { isInOverlay, acceptsText } from '@vermilion/canvas/listen'
import { useEffectEvent, useLayoutEffect } from 'react'
import { useSystem } from '#lib/system.ts'
import { answerCommands } from '#ui/keyboard/studio-commands.ts'

type YesNo = 'yes' | 'no'

function useReplyCommands() {
  const keymap = useSystem(({ studio }) => studio.keymap)
  return answerCommands.map((command) => ({ id: command.id, keys: keysOf(command, keymap) }))
}

export function useYesNoKeys(): Record<YesNo, string | undefined> {
  const [yes, no] = useReplyCommands()
  // The last key, since browsers reserve Ctrl+N.
  return { yes: yes?.keys.at(-1), no: no?.keys.at(-1) }
}

/** Browsers reserve Ctrl+N, so Alt+N works too. In text fields and dialogs, keys count only if `within` accepts the element. */
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
    const elsewhere = target instanceof Element && (acceptsText(target) || isInOverlay(target))
    if (elsewhere && !within(target, command.id)) return
    event.preventDefault()
    replies[command.id]()
  })
  // A layout effect, so that the question can be answered as soon as it is visible.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
