import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useText } from '#lib/i18n.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { maxPasted, pasteOf } from './paste.ts'
import { text } from './text.ts'
import type { useTerminal } from './use-terminal.ts'

export function usePaste(
  host: RefObject<HTMLDivElement | null>,
  screen: ReturnType<typeof useTerminal>['screen'],
): void {
  const t = useText(text)
  const paste = useEffectEvent((event: ClipboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const { xterm } = screen.current ?? {}
    const pasted = pasteOf(event.clipboardData?.getData('text/plain') ?? '')
    if (xterm === undefined || pasted === '') return
    if (pasted.length > maxPasted) return notify.error(t('pasteLong', { most: maxPasted }))
    if (!pasted.includes('\n') || xterm.modes.bracketedPasteMode) return xterm.paste(pasted)
    confirm({
      title: t('pasteTitle', { count: pasted.replace(/\n$/, '').split('\n').length }),
      body: (
        <>
          <p>{t('pasteWords')}</p>
          <pre
            className="scroll padding-8-10 radius-6 ground-quaternary white-space-pre-wrap break-anywhere"
            style={{ maxHeight: 200 }}
          >
            {pasted}
          </pre>
        </>
      ),
      action: t('paste'),
      run() {
        xterm.paste(pasted)
        setTimeout(() => xterm.focus())
      },
    })
  })
  useEffect(() => {
    const element = host.current
    const listener = (event: ClipboardEvent) => paste(event)
    element?.addEventListener('paste', listener, true)
    return () => element?.removeEventListener('paste', listener, true)
  }, [host])
}
