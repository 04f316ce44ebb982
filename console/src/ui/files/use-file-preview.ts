import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { IndexedList } from '../windowing/indexed-list.ts'
import type { PreviewContent } from './file-preview.tsx'

const around = 200

interface PreviewAddress {
  preview?: string | undefined
  place?: number | undefined
}

export function useFilePreview<Item>(list: IndexedList<Item>, from: number, itemKey: (item: Item) => string) {
  const [content, setContent] = useState<PreviewContent<Item> | null>(null)
  const { preview, place = 0 }: PreviewAddress = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const isBackWay = useRef(false)
  // The address no longer names the previewed file, after Back or a link to another file.
  const [address, setAddress] = useState(preview)
  if (address !== preview) {
    setAddress(preview)
    if (content !== null && itemKey(content.item) !== preview) setContent(null)
  }

  function go(next: PreviewAddress, replace: boolean): void {
    const search = (now: object) => ({ ...now, ...next })
    void navigate({ to: '.', search, replace, resetScroll: false } as never)
  }
  function display(next: PreviewContent<Item> | null): void {
    if (next !== null) {
      if (content === null) isBackWay.current = true
      setContent(next)
      go({ preview: itemKey(next.item), place: next.index }, content !== null)
    } else if (isBackWay.current) router.history.back()
    else go({ preview: undefined, place: undefined }, true)
  }

  /** The file that the address names; undefined when it is shown already, null when it does not exist. */
  const find = useEffectEvent(async (key: string): Promise<PreviewContent<Item> | null | undefined> => {
    if (content !== null && itemKey(content.item) === key) return undefined
    const middle = place + from
    const first = Math.max(from, middle - around)
    const near = await list.bring(first, Math.min(list.count - 1, middle + around))
    const index = near.findIndex((one) => itemKey(one) === key)
    const item = near[index]
    return item === undefined ? null : { item, index: first + index - from }
  })
  const forget = useEffectEvent(() => go({ preview: undefined, place: undefined }, true))
  const isKnown = list.count > 0
  useEffect(() => {
    if (preview === undefined) isBackWay.current = false
    if (preview === undefined || !isKnown) return
    find(preview).then(
      (match) => {
        if (match === null) forget()
        else if (match !== undefined) setContent(match)
      },
      () => undefined,
    )
  }, [preview, isKnown])

  return {
    show(index: number): void {
      const item = list.at(index)
      if (item !== undefined && index >= from) display({ item, index: index - from })
    },
    display,
    shown: {
      displayed: content,
      total: Math.max(0, list.count - from),
      at: (index: number) => list.at(index + from) ?? bringOne(list, index + from),
    },
  }
}

const bringOne = async <Item>(list: IndexedList<Item>, index: number) => (await list.bring(index, index))[0]
