import { imageSearchEndpoints } from '@vermilion/contract/image-search'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { sendBytes } from '#lib/http/send-bytes.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { text } from './text.ts'

export function useSearchPicture(onSent: (picture: string) => void) {
  const t = useText(text)
  const [sending, setSending] = useState(false)
  const stopping = useRef(new AbortController())
  const send = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.type !== '' && !file.type.startsWith('image/')) return notify.error(t('noPicture', { name: file.name }))
    stopping.current.abort()
    const { signal } = (stopping.current = new AbortController())
    setSending(true)
    try {
      const options = { signal, onProgress: () => undefined }
      const { picture } = await sendBytes(imageSearchEndpoints.sendSearchPicture, {}, file, options)
      onSent(picture)
    } catch (problem) {
      if (!signal.aborted) notify.error(problemWords(problem))
    } finally {
      if (stopping.current.signal === signal) setSending(false)
    }
  }
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const [file] = [...(event.clipboardData?.files ?? [])]
    if (file === undefined) return
    event.preventDefault()
    void send(file)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event)
    addEventListener('paste', listener)
    return () => {
      removeEventListener('paste', listener)
      stopping.current.abort()
    }
  }, [])
  return { sending, send: (file: File | undefined) => void send(file) }
}
